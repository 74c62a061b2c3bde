package import ReceiptEssentials
import ReceiptFields

/// Formats a date as in ISO 8601.
package func timestamp(_ seconds: Seconds) -> String { Timestamp.string(date(seconds)) }

package func date(_ seconds: Seconds) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
