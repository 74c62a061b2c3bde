package import ReceiptEssentials
import ReceiptFields

/// A date as ISO 8601 writes it.
package func timestamp(_ seconds: Seconds) -> String { Timestamp.string(date(seconds)) }

package func date(_ seconds: Seconds) -> Date { Date(timeIntervalSince1970: Double(seconds)) }
