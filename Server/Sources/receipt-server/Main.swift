import Hummingbird
import HummingbirdTLS
import ArgumentParser
@main struct Main { static func main() { print("x") } }
