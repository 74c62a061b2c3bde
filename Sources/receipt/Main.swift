@main
struct Receipt {
    static func main() {}
}
