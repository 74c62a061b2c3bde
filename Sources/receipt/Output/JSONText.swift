/// A JSON value as text on one line.
struct JSONText {
    let text: String
}
