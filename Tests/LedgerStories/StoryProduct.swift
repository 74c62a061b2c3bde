/// A product of the app.
package struct StoryProduct: Hashable, Sendable {
    package enum Kind: Hashable, Sendable {
        case subscription(Length)
        case nonConsumable
        case consumable
        case nonRenewing
        /// A type that this version doesn't know, without an expiration date.
        case unknown
    }

    package enum Length: Sendable {
        case week
        case month
        case year

        func seconds(_ pace: StoryPlace.Pace) -> Seconds {
            switch self {
            case .week: pace.week
            case .month: pace.month
            case .year: pace.year
            }
        }
    }

    package let id: String
    let kind: Kind
    package let group: String?
    /// The level in its group; 1 is the highest.
    let level: Int

    private init(_ id: String, _ kind: Kind, _ group: String? = nil, level: Int = 0) {
        (self.id, self.kind, self.group, self.level) = (id, kind, group, level)
    }

    var length: Length? { if case .subscription(let length) = kind { length } else { nil } }

    /// Apple's name for the type. The names of SDK 27's new types haven't been published.
    var typeWord: String {
        if self == Self.suite { return "Subscription Suite" }
        return switch kind {
        case .subscription: "Auto-Renewable Subscription"
        case .nonConsumable: "Non-Consumable"
        case .consumable: "Consumable"
        case .nonRenewing: "Non-Renewing Subscription"
        case .unknown: "Time Capsule"
        }
    }

    static let usual = [
        StoryProduct("basic.month", .subscription(.month), "10", level: 3),
        StoryProduct("basic.year", .subscription(.year), "10", level: 3),
        StoryProduct("basic.week", .subscription(.week), "10", level: 3),
        StoryProduct("pro.month", .subscription(.month), "10", level: 2),
        StoryProduct("news.month", .subscription(.month), "10", level: 2),
        StoryProduct("pro.year", .subscription(.year), "10", level: 2),
        StoryProduct("max.month", .subscription(.month), "10", level: 1),
    ]
    /// Products with a yearly payment, or with monthly billing and a commitment for twelve months.
    static let commitments = [
        StoryProduct("plan.year", .subscription(.year), "20", level: 2),
        StoryProduct("plus.year", .subscription(.year), "20", level: 1),
    ]
    static let team = StoryProduct("team.month", .subscription(.month), "30", level: 1)
    static let bundle = StoryProduct("bundle.month", .subscription(.month), "40", level: 1)
    static let migrated = StoryProduct("other.month", .subscription(.month), "50", level: 1)
    /// A subscription of a type that this version doesn't know.
    static let suite = StoryProduct("suite.month", .subscription(.month), "60", level: 1)
    static let capsule = StoryProduct("capsule", .unknown)
    static let owned = [StoryProduct("lifetime", .nonConsumable), StoryProduct("stickers", .nonConsumable)]
    static let coins = StoryProduct("coins", .consumable)
    static let pass = StoryProduct("pass", .nonRenewing)

    package static let all = usual + commitments + [team, bundle, migrated, suite, capsule, coins, pass] + owned

    static func group(of product: StoryProduct) -> [StoryProduct] { all.filter { $0.group == product.group } }

    /// The products that a customer changes to immediately: a higher level, or the same level with the same length.
    var upgrades: [StoryProduct] {
        Self.group(of: self).filter { $0 != self && ($0.level < level || $0.level == level && $0.length == length) }
    }

    /// The products that a customer changes to at the renewal.
    var downgrades: [StoryProduct] {
        Self.group(of: self).filter { $0 != self && ($0.level > level || $0.level == level && $0.length != length) }
    }
}
