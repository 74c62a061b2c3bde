@main
struct MakeFixtures {
    static func main() {}
}
