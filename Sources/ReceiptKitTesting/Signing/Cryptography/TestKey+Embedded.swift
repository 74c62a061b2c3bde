/// The kit's own keys: the primes of RSA keys of 2048 bits, generated once with `openssl genrsa`.
///
/// They are PUBLIC TEST KEYS: everyone who reads this file has them. Never trust a certificate with one of them outside
/// tests.
extension TestKey {
    /// The key of the standard authority's root.
    package static let root = TestKey(
        primes: """
            16IY8lI7GiMj2W9da7LiZJJqZet2tGlqEvJ/xOO/CAO1PJQCksx/1O5JOkQN6e+2BfdlYEO5/w62TwGQfcUQ1zq8m/o953lF6jSPHLn6z5YS
            CjVDwlebQBuV51p0lfCvm0Ui8+Hml1I0A+C27ABQG156bTpXkMPHAAqBlCEZCMXMImX/97bQ3J9e9O2omjCvFt0nz+8YWUnhg7RDFeZsL7NM
            dZAY3EvJI+6BKCtWOON+4VGUVOqruvQ89kt3bL2EeTewMPPp8Qtk3CgwXw++P9a9Wt7ixnEqt5FN9EgOzETfQJ7tA9GGGG14ucB+95YLa6GV
            7UZ0vMtr1o6ZK68Wyw==
            """)

    /// The key of its SHA-256 intermediate.
    package static let intermediate = TestKey(
        primes: """
            213Iao8a0EDKjGoKrYcHgSpe4kxZtOem4WytnJ/JbFxnXT/KX95kO/1pNpm9YB5Yrbj/FLqiTuXUIrEtjhJMMDYJTC9AdQo6du8yj9AU159g
            b7Jm0wTRkrhVz2ia0D2JPRLOP5BjZJ0AQWqK5MHmlUEg7OG/Fv8ATeQFwlNW8dPDURkj4fD6Z2OBtlebHLp0R8CDRKzhHU/OIdGVk1wl9lVm
            VH7TRNRQRcWesVpxR1khBUuE99/fjR/m9kTcBLUPTgpXYA10Olo9lN4YuSedr2kaC0N/NYj4MN2U2XxTBa7fC0I8SrF4eN1zvL2K+CNeAhH+
            15m5JuNsGN6EW3W78w==
            """)

    /// The key of its SHA-256 receipt signer.
    package static let signer = TestKey(
        primes: """
            +ZqiLehqQPQdUVgNZgTt3NFG011d9MEsALM6Lpwts4eudiGSg4jHKXJK7eEC8PlrB2MHy2hxi9BsUmw3Gso3k+QHCR9eho1vH5S6otWRXWYJ
            WNaWMKvJhl/1F+HOuemamGu0DaOys5v6krT/a6ODTjkijQAuPGf+b4k5gmIJjVPlPcRn4mQfzwME+535pGbX6jLRKi4cmZkkFdOFzAOZaqIE
            Is0aIgfcTLmzcDKDBLhytd+RCX/9xe0BGTj3yAaIUmVA1JU6mz9cKCfCsieaB9ZIC8I890dQVVe3MxQ2KNF7RCMYS5zrc4j75ZemWfRC1FIJ
            FBxhLFN3lxb2XYMsJw==
            """)

    /// The key of its SHA-1 intermediate.
    package static let sha1Intermediate = TestKey(
        primes: """
            77CavYovCx0YFpnvvdyNXd0hsW9YbxI/zrtMNPy58P+LGTaNKAsUtA3WwO0lzDrMXo5ZbA3AyOSYGjb35w8e7RsdVytZRqSq6cGG6rcS83Gu
            OjxwFHuSJ6m+GPGkKkfjOJNb10RoayIiiSlBfYRqsVNnwXMhrnw9GhaZP8zBWxPbY64sUrLR3w5Bup7VIPpaQ9LXBBUISG59sbMT8Z9EqYrx
            ENArapEhtdImCulhdXbdNjjA+hcdqzWIicKqQ64iXAyVYewqkgzXmPcqsWrO4W9PomZKzhGqcA4UmSX1/v3IGkr3o4SlaC9aEX65PPe/3QXv
            0jksRNQKPBjRvCN0nQ==
            """)

    /// The key of its SHA-1 receipt signer.
    package static let sha1Signer = TestKey(
        primes: """
            15FytrPPwkEYdvFwjxe1oi7YqorswbYqarOwktI/whPJ0L0y4L2eONGkOaEF9F5/I6Pdo7q0ZCZDtvJ9pQiO1kH2BtVIcfuL7YKNdtOr3k5y
            WMvmwzsni0jLH9FuhiUD/A4U5imS4K0Egy342QGJ9psyeGsG5WW2ik6gg8j5K4G2z+JHH8/ZT3pqRaulF2Eal1E5LnlPX0+NDe30j4kwCGIM
            bbed69kzvc8mfBAjrAyXd2arhfgZ4IoBhg98ULBDDt+4KHB2rySw16u7VJpCtBoNsWkzbJWbyGQrWhIMl0HXQTxVZU9M+fG6AsYXbFDQnUzr
            cQDeKEZgwTB/ISW83Q==
            """)

    /// The key of a developer's certificate, which the intermediate issued for another purpose.
    package static let developer = TestKey(
        primes: """
            4KJnH0Gu1Mi+2WusF5UlkYg3ZXZVQGxjIcIevIzRRpWGkJ2vMsUA98WbtqZiRn3hysIR62dYdLinF2Qt5sAKshFKRnYhHOnkTWjYDEc4lnc5
            B8tw9k37YKcZZoqw/JBNS+4c2nuW62gLEdbuDnOZmz7Q/8lAXYxdIJ5VUntUiMnYkiLnV6oqaDvIpcwpYOoQZE1sj27yVpy4VEGzTgU7vkRA
            AC5UXV1lVthtryQ3/hoY+Aqg4WlR7cgPH8ZzYaYA5x89hT4BfSua0E1lo2RCZO8OjnGN2KjpZ6GjeUcEswp59JdaKOQFvSDyUS5g3jXc0ViO
            TMPsUHba5n/LCnMphQ==
            """)

    /// The key of the self-signed stand-in for Xcode's certificate.
    package static let xcode = TestKey(
        primes: """
            2US9wObmGHdca68CCrJ60VzYKYw2guezP52cKz5jbbYGhrGUcTsacD+adYWzYuJEmwx8V17McD7mltgwhUYweQ2iRh+HwNHi1KDRDaByJ7//
            kRt243auRLBMo67vGf4BJu5Q+CuLoXKmZbCVNOyt0Q371kzbO23S2EtU10OstP3VMnGv4oVpcQyp5pOYx4/IRmespw2yUk3epqbko1eMJ+tV
            yYyyPVk+9ivOHwipHBZeGnD4BL/bCzVT1D9Fui7KPUEuRyuj78DsgeauCBpexBUV+DdrQbWhLRW27mxCXqYNaCJsW3Wxp9ZqOcG6Dpr6HloI
            Wxi9CmNrKuib6MCC2Q==
            """)

    /// The key of an untrusted root.
    package static let untrustedRoot = TestKey(
        primes: """
            3EYQ+ekWitS9zoTZXK8Z6mwMpRLTcHw6No9SE/Qyb6gysEse5bYKheRuKrevQJkLxA21mxJ8L0Taerpr8jkJdpEVBoxh99YnZAZujvW0Fd4K
            yT90FTar1tk7vvg9uJtHnaIn41jdRoqlAgs7Rxew0zGMD0oJQNrk3P48QKWiPonLJZQlDdYAErUl2QUPEaBolo8iEcLeC1DV2QrqiaZ6MVlD
            I5HQXpvSXnEh3+jEkNy2SH75DwWTGA7FqC7mrmCJVyhKEcrgLrnSkiluiLuAWuT2DGUcy5giqctXA/xa97bQw7Ps2lz+Qm+C/U7jLQHO/5u2
            PQ8Tmn7+uETXy3V/SQ==
            """)

    /// The key of an intermediate under that root.
    package static let untrustedIntermediate = TestKey(
        primes: """
            6KQ+gVSifz+FlTyrBc34lXmO64JAm6e1/GHhehHm1HdQrA8bJEf2EXb3y98lP14fmM3v0JNdBQ+cvqrDlXwQVnhkM0P+Tz2OUUa7Fv3UQx5Z
            lL1HHYlZoJAWBrsnix0I5420QImzDruyESdQzkXMI/lH2VM4PgBWqlIfFGIYfjvXChE1urjd+fnl2FIYi6somttBXQj+OkOgOEpCnQ+wr8eI
            hcNSnCkurlMaoXQ3UIF0TuV8u/1S3NmKlQBDLA+WwwT9nnl27OIsYhl8JsxRqw4cHnxdaRkM2A64+exPAD4NvFqeq1mT/MU/RlZ5ZWngF+h9
            Ecwv43NuthxJWzyr3w==
            """)

    /// The key of a signer under that intermediate.
    package static let untrustedSigner = TestKey(
        primes: """
            8l1XLsohDKgWoVqTvXvWhxWvi3Pu8JD3JDpLSdV7o8cS2wn7nwdcqFpRM3s/UQ2LtAgL6sLUGmNfX+2ln2clarM55Vlw+qp2Ge2oWripWRSF
            U9EtPDoPxfp/km4VKVK1STlaVvPbpOaHlHm+CqV0QhYtqRRE0X9RJOoK5vSqws/J7MXNWQEdFBhFN4UbbIru0pvoBJbfAKAE31MLrcnKPZzc
            8MDnzr4fPVvWhKid3fLFMvCme1o7LaOk53ttXmoz9bsb+3mhFrSDsGytZu+RZ2Zk2dulYJAPJQpWbz+wCjfKiTmXqRaT9OqDkblCrEShwfrv
            AfQsBEndB5MJDyzw8w==
            """)
}
