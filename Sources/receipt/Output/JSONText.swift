/// A JSON value as text on one line.
package struct JSONText {
    package let text: String
}
