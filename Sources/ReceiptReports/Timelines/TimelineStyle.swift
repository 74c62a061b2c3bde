/// The colors and patterns of a picture. Kinds differ in both.
enum TimelineStyle {
    static let definitions = """
        <style>
        svg { font: 12px system-ui, -apple-system, 'DejaVu Sans', sans-serif; color-scheme: light dark; background: #ffffff }
        .page { fill: #ffffff } text { fill: #1d1d1f } .title { font-size: 16px; font-weight: 600 }
        .heading { font-size: 13px; font-weight: 600 } .faint, .small { fill: #5f5f64 } .small { font-size: 11px }
        .alarm { fill: #b3261e } .end { text-anchor: end } .middle { text-anchor: middle }
        .axis { stroke: #8e8e93 } .break { stroke-dasharray: 1 4 } .wide { display: none }
        .as-of { stroke: #b3261e; stroke-width: 1.5; stroke-dasharray: 3 2 }
        .gap { stroke: #76767b; stroke-width: 1.5; stroke-dasharray: 2 4 }
        .paid { fill: #2f7d4f; stroke: #ffffff } .owned { fill: #2b62a8; stroke: #ffffff }
        .trial { fill: url(#trial) } .introductory { fill: url(#introductory) } .offer { fill: url(#offer) }
        .trial, .introductory, .offer { stroke: #2f7d4f } .revoked { fill: url(#revoked); stroke: #b3261e }
        .charged-ahead { fill: url(#ahead); stroke: #2f7d4f } .grace-period { fill: url(#grace); stroke: #8a5a00 }
        .commitment-end { stroke: #2b62a8; stroke-width: 3 }
        .overtaken { fill: none; stroke: #76767b; stroke-dasharray: 3 2 } .consumable { fill: #8a5a00 }
        .non-renewing { fill: #ffffff; stroke: #2b62a8; stroke-width: 2 } line.non-renewing { stroke-dasharray: 6 4 }
        .other { fill: #ffffff; stroke: #76767b; stroke-width: 2 } .paid.thin, .owned.thin { stroke: none }
        .ground { fill: #eef7f1 } .ink { stroke: #2f7d4f; fill: none } .dot { fill: #2f7d4f }
        .caution-ground { fill: #fff3da } .caution-ink { stroke: #8a5a00; fill: none }
        .alarm-ground { fill: #fdecea } .alarm-ink { stroke: #b3261e; fill: none }
        @media (min-width: 700px) {
        .wide { display: inline } .narrow { display: none } .up { transform: translateY(var(--up)) }
        }
        @media (prefers-color-scheme: dark) {
        svg { background: #1c1c1e } .page { fill: #1c1c1e } text { fill: #f2f2f7 } .faint, .small { fill: #aeaeb2 }
        .alarm { fill: #ff8a80 } .axis { stroke: #7c7c80 } .as-of { stroke: #ff8a80 }
        .gap { stroke: #98989d } .paid { fill: #4caf76; stroke: #1c1c1e } .owned { fill: #6ea8f0; stroke: #1c1c1e }
        .trial, .introductory, .offer { stroke: #4caf76 } .revoked { stroke: #ff8a80 } .overtaken, .other { stroke: #98989d }
        .consumable { fill: #e0a83c } .non-renewing { fill: #1c1c1e; stroke: #6ea8f0 } .other { fill: #1c1c1e }
        .ground { fill: #17301f } .ink { stroke: #4caf76 } .dot { fill: #4caf76 }
        .charged-ahead { stroke: #4caf76 } .grace-period { stroke: #e0a83c } .commitment-end { stroke: #6ea8f0 }
        .caution-ground { fill: #33280f } .caution-ink { stroke: #e0a83c }
        .alarm-ground { fill: #3a1c1a } .alarm-ink { stroke: #ff8a80 }
        }
        </style>
        <defs>
        <pattern id="trial" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="ground" width="6" height="6"/>\
        <path class="ink" d="M0 6 6 0"/></pattern>
        <pattern id="introductory" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="ground" width="5" height="5"/>\
        <circle class="dot" cx="2.5" cy="2.5" r="1.2"/></pattern>
        <pattern id="offer" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="ground" width="5" height="5"/>\
        <path class="ink" d="M0 2.5H5"/></pattern>
        <pattern id="ahead" width="6" height="6" patternUnits="userSpaceOnUse"><rect class="ground" width="6" height="6"/>\
        <path class="ink" d="M1 0 4 3 1 6"/></pattern>
        <pattern id="grace" width="5" height="5" patternUnits="userSpaceOnUse"><rect class="caution-ground" width="5" height="5"/>\
        <path class="caution-ink" d="M2.5 0V5"/></pattern>
        <pattern id="revoked" width="8" height="8" patternUnits="userSpaceOnUse"><rect class="alarm-ground" width="8" height="8"/>\
        <path class="alarm-ink" d="M1 1 7 7M7 1 1 7"/></pattern>
        </defs>
        """
}
