/// The kit's own keys: RSA, 2048 bits, made once with `openssl genrsa`.
///
/// They are PUBLIC TEST KEYS. Everybody who can read this file has them. They are good for nothing but tests: never trust
/// a certificate of theirs anywhere else.
extension TestKey {
    /// The key of the standard authority's root.
    public static let root = TestKey(
        embedded: """
            MIIEoQIBAAKCAQEAq/IlUvir27vG2GZiQEMkm6J8C8mAoHkzeNXcsAkzj9TBjjiTHX7DA4M/HT+SJHaqM4Ihv/+n6OYHkvkL1895EKUM
            OcfIQ9TImJD5p4C2tZyf6Xd5++U+FIW93jRi83YVCFH20EHqzGxpsb3womj+sOOUMBpjvuXp+Q2XNPauDMj/jSSiSSK1RnqhiS+OiHFz
            Jq+za62sxWmBXRpB9J9gWKlSKar+ckiFOp4wyfis0Z70kOQsY8I33S7zLk8OuN4vdjTqq6KlzNg8Blui2kDz0EHqxllYqHkbH+Okeo7z
            P/+4zaa+OpiTvm7rRHWKA+lwaGDGa7EIgXK7ytOhe0XiNwIDAQABAoH/D3Kx58Jvrk4wj0CjkyJ1J4Zxnp178O7ysOiF60roVwPGYAC1
            NvEslCQ2h2outxfyMq5+WcGeVE5WX94AMmNxfQ1XC9nnJDD51Lsxstrdj3OC6nbRftAZw75AULZkLXtuaFD028EQV01mMZHfDLhiKYJI
            zgmQ7JW7b6TI8Pk4qe0/UceRCFxZ0ACqcaYVVUAlVB8HQ88xUQz+m8ATdXj+vloTt853oaKXIgoSgVmxaX4Ti3iEirsc8aPzofC1Wm0R
            mWI021VHv5Jft7IMAk/g2Z0ojLZdaxJYxIwpcMZ0R1G7RrpJKFcCSoUqbBtorquc8Zs77+HFY07D3zywM30ZAoGBANeiGPJSOxojI9lv
            XWuy4mSSamXrdrRpahLyf8TjvwgDtTyUApLMf9TuSTpEDenvtgX3ZWBDuf8Otk8BkH3FENc6vJv6Ped5Reo0jxy5+s+WEgo1Q8JXm0Ab
            ledadJXwr5tFIvPh5pdSNAPgtuwAUBteem06V5DDxwAKgZQhGQjFAoGBAMwiZf/3ttDcn1707aiaMK8W3SfP7xhZSeGDtEMV5mwvs0x1
            kBjcS8kj7oEoK1Y4437hUZRU6qu69Dz2S3dsvYR5N7Aw8+nxC2TcKDBfD74/1r1a3uLGcSq3kU30SA7MRN9Anu0D0YYYbXi5wH73lgtr
            oZXtRnS8y2vWjpkrrxbLAoGAKkvSZt24WBUieAj/Ixvwilep5Rn9q7+tnc/RPhaKJxFLIHnL022neWXQGUy2CfgKFTuEuBAw0JXbLr4Y
            0IKyHfWYf2Pjdp70Fs9+bt0QFF3UZgoyo1E506ZVjg7RJYQTffpes8XQzEfEiiou1zXsgKHUk85I1M2CIEDvT9X6Kh0CgYBI854aLO/D
            kqTN7aAlWf0+BWDBwpjCzd4OXuAD/YaccSuVjooRqGDZICMzOyTJqoj6phFefj5jYuu4AZkUs+LCvgM9zzDMER2uTNN7/e0FY5EdmKUA
            zERTLMkb38oEp9GRK2ngcDXnw0EUHOYDOf4AVNWpW+OLApF8F3BcovTuowKBgQCnbGAt9/5EembyLRvOlDWQqzk/Yissxf5a9UazONzP
            FKbzxnvrfcVuDpGeCK5mEt29pQJ81DNVxVVrFC6LwJEUbzfnLui2yTixAWKBmIsLaZEOVZuySk9YE4A3+w0PzGp5BrwAxXMwQf53wFOY
            y/9uNqqtfFmtgQPK14MnGItFdg==
            """)

    /// The key of its SHA-256 intermediate.
    public static let intermediate = TestKey(
        embedded: """
            MIIEpQIBAAKCAQEAp13t4Hy5bkwnLq+l+ldo7f/0EptSizC2hJo7q65YZgJcf8FbmNQXrU/4wfMKYmEhWzqxP3iDFLjmgUxtbQxs61vB
            VvCY1eNXiFn+t6x8sQRsiqjnr23A/oNb7ThgRiKCr4YOoiP+R/YoT2dnCbsCgta3ZfFZxAoZT4UYNIdLzNEttpSrFWSAEnwOH1uDIuE6
            JUGzN4NHSzU4eFD3Hg0dPXBJJs32gf8b89aj4AGJngVl80PjOdSVPrMIbcRjJaMp2UVLyCbxKGDl6E1k8KjjZgKZ5++qXf2L34pbi7ID
            9ZzbyxeFCdocrgcH+GErNh5vEYUYx+xXqC9DaBPUJJusSQIDAQABAoIBABLTBpIlD8l/PjmgNEJmehz+w1R5F30j+FC3dOECmzBfW/Ow
            lfKoCZZgNCHttJbLxu/XDPWPF+szlWrTOPbhcA9pbWMFF6OYTjw9/F9rQpu5sX2dBsYH9FjhVxcPgWCSDscwLvgp+ovcfLyFlvoUsxvF
            NlvRxrS9JWCjdHgABFS1FFNw4AFUyul50W0RBMp52VpukB5FexOOrWE4dfYCdJug9R6S2SiRRmW/p1q/Y4149WerZuDrXI2BCMXZ6scs
            YJ9pa5Ain6Ji++aCyva0+Y2aHkkq2IGARXeaNiEXZDtxsnoDHGjKyF7UaFtan/JnmWSOK0GESA2tx6HVzOAvF8MCgYEA213Iao8a0EDK
            jGoKrYcHgSpe4kxZtOem4WytnJ/JbFxnXT/KX95kO/1pNpm9YB5Yrbj/FLqiTuXUIrEtjhJMMDYJTC9AdQo6du8yj9AU159gb7Jm0wTR
            krhVz2ia0D2JPRLOP5BjZJ0AQWqK5MHmlUEg7OG/Fv8ATeQFwlNW8dMCgYEAw1EZI+Hw+mdjgbZXmxy6dEfAg0Ss4R1PziHRlZNcJfZV
            ZlR+00TUUEXFnrFacUdZIQVLhPff340f5vZE3AS1D04KV2ANdDpaPZTeGLknna9pGgtDfzWI+DDdlNl8UwWu3wtCPEqxeHjdc7y9ivgj
            XgIR/teZuSbjbBjehFt1u/MCgYEAgYpfKLX7QpGQStzwE0sS3m7T+1TVAKRvgt03pK8jNi9XBtT9wCFHFbnu4MRm9ZTWDziYwXf5Exhb
            bmUsnqIlha7TTL72lGcG4Wcdd5mMRUyjmTJD0EcfL0JVwhZmnaRJH9y0GQs99pNULE0rWi066la8h8ZDnuPVHSoTUI8AX+sCgYEAq0HY
            wVXDbkxpO7seZaty8bJYYsE8tMZ2y09r7bMgAUlU6Dz+V1DquNf0x4jKvLjKteFmrliJvAKKDoGxLxoRiDHtb1+RbHAd4BFADH2M9v5v
            MZ7euBPA3Z47K+Dm2gUJqBi/Iw57Ph78ThcYO1oH6M336XQyHd6zWn0T3woy2XECgYEAtTldlD/TAHdziDfh8nnksLXcfOqii9v2BJ3h
            ijj+g3SkdRjNxaAcuOOIFddXkx478bPVOzRf1omVMp5pVo+Esrw82kgmfX8HIrGS11Eh2r9Yafwtv5UNWTUn9tBdRuroq4BUBMmt7teV
            lqy+EUXp4GieRCT5qFtUcXXUicVpSGU=
            """)

    /// The key of its SHA-256 receipt signer.
    public static let signer = TestKey(
        embedded: """
            MIIEpQIBAAKCAQEA34OMa2P19m0mmr2Sbk7MbhP2O6scMvuN916/V6uAngSJZFhK7IyQDx7tNEP1ec44fYWRBl0vseSL9hGnjYspZfDw
            wNmrkuHV2sBTuK7nofxFz4IBSh7RbEygYjYt6KNduiP3kD28RNfuADH6PwleNqW4qUoi1beLRz+RPr58VTUevKRx/FlTvgPkiBA41gSW
            Htnca9RePe534IAoK5wKnx5toZHbta5KZNPNjGX29BewrmX7JshDZXkJy/xVQ2JIiQ0HcWT3m5VE+AwbSUZxVkqZHr7RW9YqUGciZ5Eh
            NjReBUClfAPe3t6y52ga9L/U5BiyGqDqUf9XZ76zDDfLpQIDAQABAoIBADlSa+c4viJCUPW7a3vlspEChpI76mH62KhZwLmzrqsX38J/
            0EtFK0bteAkA6sofxKYQZKacrHgzdF+ZnH5085uExMG4sUNcrrNIws/o71fAMokqvrjrGWtsZW96lKCGkSmFQt7Xrlp7hDrBlnunI+Xg
            73BfJnrn9QzDNTVBtfJFz/txj/CWwYTtahFu0bGfs66ARSVDE5DojrpDLIQv8lAIi4LZuUahhuH9NUtCwDtis8L4M6yOKx3+9Ii4PPxg
            Ggvg1GgA6mViYbZOFqJ6bYrZMCuRWL7QwIXVJQxdxxV1rvajtUX5DipYJgGbVHDStC8ubE+Fv22ftt1i3AnAj8sCgYEA+ZqiLehqQPQd
            UVgNZgTt3NFG011d9MEsALM6Lpwts4eudiGSg4jHKXJK7eEC8PlrB2MHy2hxi9BsUmw3Gso3k+QHCR9eho1vH5S6otWRXWYJWNaWMKvJ
            hl/1F+HOuemamGu0DaOys5v6krT/a6ODTjkijQAuPGf+b4k5gmIJjVMCgYEA5T3EZ+JkH88DBPud+aRm1+oy0SouHJmZJBXThcwDmWqi
            BCLNGiIH3Ey5s3AygwS4crXfkQl//cXtARk498gGiFJlQNSVOps/XCgnwrInmgfWSAvCPPdHUFVXtzMUNijRe0QjGEuc63OI++WXpln0
            QtRSCRQcYSxTd5cW9l2DLCcCgYEAlbZPYnPOD4mccCb9WlzIgzMvZSXSbjTTfNQDqONach2G4io+5BBNTSnVkZruFbW0oaifizzpJjBs
            WH+6CaKS9WzHX4xmORRqO6oMzBCHcVr7bkK/sQ/I/4Vcz+dMBKz+Yj/vrmKqlBqRkB9qOJjJ8EhK1gHuuaKytRm82dyN2CsCgYEAus4L
            p8//YUBTKJNWF2GWAOqzAGmL6/hqp9I1bTlj0XfokNA/LMWAfE/1n7iVINkO6UM17L2+E/FfAd8o4hmY4SuroRnahUiPaCy8wdZlmQo7
            3rfeT8n9zgPNl9dC6CN5GSbcJmcvd1rNzN86Je/1sSPNueIugi0Z00FHD/oB808CgYEAzrkcAeSPXs6WrRe4ldYxGC3ybhfewls0eI7/
            Vgps2u+saaJ6WkdIOwJX9QJS+g80zmdlki96Pb4qnq8UpIUrkqlhj20klTGjpGfuLz2m++LbZOIPg0BIskOmKQtgczxIN2jTQ/EZlISO
            DznaLh7C86Ji6cwBLCpvU+IWhZAD91E=
            """)

    /// The key of its SHA-1 intermediate.
    public static let sha1Intermediate = TestKey(
        embedded: """
            MIIEpAIBAAKCAQEAzWlov4V4Gg8+ETgGoU2eq6uEzbze6NM2Hon/pORRTfCYhpGcLzVpEj87FlBCoepiwpR5qYH3t2/rP2yyTfgzDdBJ
            V3B9pDQhRdlQOSxDMy7E0rjleXvfz1NxGjyP0G/bqt/lJtsd6eYyRucbk3Ltxpg2Ge16qbOiF5Wu2L+Qz20mNd5RUdFnGVc4GQoGwpsh
            Ak43c4VqDISO4Kz3Z29F+JCxEgLaSd9wIQgO8lC7gSphOpvXI61q6RoTojBPyeXLE2odDRKBEVLmkrOtSRmDKEDGe9j8PBCfY1/Hn5K2
            81DvkEUmNGTfvoTWz8KdM+1MVjBA5TYqJdFsPQS8l3J2pwIDAQABAoIBAAzNcb6OHmAxbFg9D7IPWRZbXa7yWJ+rmlyTk/VpAuWYBfRN
            MFjY5rBBH05SuPRyhq6Ypm85hID7CW8t4nxtkxux9wBA00k1XpAwl97DCCUxLbSchYuUJuzlxyTa0B6DpO36Km7I4A0V+zLkG0SODeJ/
            gM+44hj1neKubPQMFzB2VnsPXsqxAKtfwnKdPH1J/71xONuz970Rx5kszV+1T6rvJWTNUEv7PchtXTEsfh7zvn1O44/8jNUr/dUaNkF3
            WdTGmL8+aVXiBD3ZSUVchSDuTfbTP4j0iGRPk3ORf6KbugiHKesVhI/npRA30r7M3L/LvTvkurFi3UNDh8R5G7ECgYEA77CavYovCx0Y
            FpnvvdyNXd0hsW9YbxI/zrtMNPy58P+LGTaNKAsUtA3WwO0lzDrMXo5ZbA3AyOSYGjb35w8e7RsdVytZRqSq6cGG6rcS83GuOjxwFHuS
            J6m+GPGkKkfjOJNb10RoayIiiSlBfYRqsVNnwXMhrnw9GhaZP8zBWxMCgYEA22OuLFKy0d8OQbqe1SD6WkPS1wQVCEhufbGzE/GfRKmK
            8RDQK2qRIbXSJgrpYXV23TY4wPoXHas1iInCqkOuIlwMlWHsKpIM15j3KrFqzuFvT6JmSs4RqnAOFJkl9f79yBpK96OEpWgvWhF+uTz3
            v90F79I5LETUCjwY0bwjdJ0CgYEAiESkRLvp8OyShE7yEMPyDvooLKM76LG8WwD622kPIWd3Ild0Ot7J32+6tyZcBdcr11oglqDfCJeF
            remwWMms8Goo7ST09Yeqr4jZ9lksygDIZ81yfwKd3jTPoYjHp04FbWXBogn/P2FBty8gT4bXzYa4hy+4Z2W0qz9L0wzKpMcCgYBLcopR
            f9czSaxTemRpE0BFjpGRlDvPb2lgHJ5jO3L0YAICSS/t3mYu26J7psD/3S+Vf7Ig22DbuSdd31Jsz32xH0rMjLJ1KWj1NAu8SOtcXjaz
            gjv/ecKlhIezGb/uS1TnXfNuGnPhlmTCasXT2l2xQ8do5Dj5OmpZYrV+W18uGQKBgQCoX0QfE23A4CRBCIYJzhilWpBzhUgdeHC7V/rB
            71J8s/6egwD900ZnXPUhxbIDmSsgLbxRvaSdFAkkqz/Q09+2fIeyuygUxdtuz3fNdsVp1JB0a5KucUPcSfZtfcUasFxnFKQmeUALBz9K
            vC1voq6+i/RczNYbI0CtxXDQjBj4sA==
            """)

    /// The key of its SHA-1 receipt signer.
    public static let sha1Signer = TestKey(
        embedded: """
            MIIEogIBAAKCAQEAmfB0s/D21v662U9Z5a729STJM7+uvHklX4NOAfde+onZMwJ7RMzZAwHMhZTcHBElVRcO4zZs4i/0hM9lpRKDU8nV
            0XZ3s+GIet4LDGxvlQID4c+7QibhZlCsABG0CHzqTQ8wsyfQHGJ0zXCqf7KW9PJ8VtD9ONnaPQwssuUQBqZDwFNqn6diNUa1zSSvOSEp
            ki2MqSEsRPlsRVn2B4t2dm8zEAdWxi/9G0Bo20TVzHkYQnaHJhL19AUi19tLM+HXCqi/XEB/89ZpexOEh1pviTmQVFeEp1WA9X3PQE8v
            FvkeDBrvbGqtMNc+aR1N/2b8lMvyJAyPVLTru0j5ZbJKXQIDAQABAoIBAAU3n5Tw/+9bHx+6BJd4Exmi314tdcbLKlJEOSga51wBa7GY
            Dhp6VjPiYzlMdBtQFMj/U5Ctfwo5dYWXdoqeMoJBTx8Jb1bS4tUbN8T6MIacf1+Esq7ex3k4Fw7s4AJWTXtCyQlBZQMZQ9EqAN/8FbQD
            5eVBXFu0EnqgMixL/tDi0zIpgwF1QAJur9qikJz6ASRMTspKjUonp94bw6JtkckctXQNmAt9JopTxCNB9/TIeTBDZPPq7E9HYge3NqGY
            2L+hYEapPMjiCtzjBAislQQT1AexfgVhd1EkEhjsbw3UkXNi41beR0hNLm/nztmzJqR+rxHPdnfr3jtG1mfrdQECgYEA15FytrPPwkEY
            dvFwjxe1oi7YqorswbYqarOwktI/whPJ0L0y4L2eONGkOaEF9F5/I6Pdo7q0ZCZDtvJ9pQiO1kH2BtVIcfuL7YKNdtOr3k5yWMvmwzsn
            i0jLH9FuhiUD/A4U5imS4K0Egy342QGJ9psyeGsG5WW2ik6gg8j5K4ECgYEAts/iRx/P2U96akWrpRdhGpdROS55T19PjQ3t9I+JMAhi
            DG23nevZM73PJnwQI6wMl3dmq4X4GeCKAYYPfFCwQw7fuChwdq8ksNeru1SaQrQaDbFpM2yVm8hkK1oSDJdB10E8VWVPTPnxugLGF2xQ
            0J1M63EA3ihGYMEwfyElvN0CgYBiZsaSl+oSplxgjz3uU8hZzECjON9yXZFnO7cyjj8EfLv3SSZcaLI9BZWNqO9q6WfoAPk/sA6AWOc4
            L+Ei4JEzRNDltZ5oSYdKV/nzcBRYWj7gQdOI8wvODOCMGbH2EheLi3IGzpt5bAFPUEDz7jvoElgrl8+CD7gP0mx7O9ZiAQKBgFsM5PVp
            qbrhM+Y0Nw4tu8ZjsSeatv7KSLPHSUnyJ3DN7A+mobo82lxD4CWZyuwJZ+gUpwUs32n8BKBHpfTTt0Ze5Rwyv/jMuKh/cmAF/iLU0tkZ
            EH11Snphb0qMPMsalsdgDW223K1JG5T6hrDp2MJeZg4ppTYAtzS/Y6kd2E7dAoGABgH0cLqMPkBnViAED+mAmgH7G/fsUIuw1FQ/OWI3
            lhuInUMgYhgZJA2+MdQIDP74cePQ6q4WOUQYV5sYsP9buKhOMLyeBkc/RUfy+m7JfQeU35EUbxTfePSmf7dsXYoPg/TyTpqrnpvTKZGo
            sChTIVaWY8lBNS9QeGIdi3OAD+g=
            """)

    /// The key of a developer, to whom the intermediate issued a certificate for something else.
    public static let developer = TestKey(
        embedded: """
            MIIEowIBAAKCAQEAvglCQcBor0Zt94FZLWFJr4e8KODkAqMGOjTu6rLXnM0dZpGUVCBKGj7u2Iyewge4Q4gYFOibLMeRTO11FWab++TN
            T+Y8uJ/dkAAt4NeBPIhA2pQGSxezODrDtpUlKIWEMdwpr+sDZzCNLOuT/YX82Wk0wCDLYx4CyNtECagUkglr/w9oaxeytyAcO6C/9AFb
            +Lncx5fFxsdr9ynalSu1XJAMqbCQC3YqSzB+Kj9uYyNMu1fHcWlpyI6zkFOGBDC1XW1n1tSRyS8zEx64NvS6HBwS4J4gfhhNWDsVHWU9
            CxTVhJXSR4UkEjAecsaqbFcfWmqeqeQ057ulRWxO6R5BbQIDAQABAoIBAALUUPX5JyXa6ta5SIpeLTJtly3VoVdvtW9G6/q3FHI7dJFb
            IAX7oBbRco1rVI7HfiUVQOSIzQym4QEv9OMPbsmaj7r9jtBh4vLaqdQz6TLtRWfrtcdG8E5pQ5IzmMTIbh4u7Lj3iwqthKCTVlX7OXdE
            M3qb0mNkpj5200XAiKPe9PjCcSEmEXaxFqdLiI5/25kEbidSHtl6zm92GD5zd8nM4/a6GuMbjVzBhaXe5gV/Rvczek9B5bIjnZ4+SYE7
            Di4SV4FkN4ZRuHPT3AnVch9ZYtxfrTV5HvZob2HeyDnSVQoAObBcfcMdIUYU0EH2HJXEr7o/5ng4WETri1rzBjkCgYEA4KJnH0Gu1Mi+
            2WusF5UlkYg3ZXZVQGxjIcIevIzRRpWGkJ2vMsUA98WbtqZiRn3hysIR62dYdLinF2Qt5sAKshFKRnYhHOnkTWjYDEc4lnc5B8tw9k37
            YKcZZoqw/JBNS+4c2nuW62gLEdbuDnOZmz7Q/8lAXYxdIJ5VUntUiMkCgYEA2JIi51eqKmg7yKXMKWDqEGRNbI9u8lacuFRBs04FO75E
            QAAuVF1dZVbYba8kN/4aGPgKoOFpUe3IDx/Gc2GmAOcfPYU+AX0rmtBNZaNkQmTvDo5xjdio6Weho3lHBLMKefSXWijkBb0g8lEuYN41
            3NFYjkzD7FB22uZ/ywpzKYUCgYAAzHMDaG9fsEsFaN2Ww9/7UXmo8a/B5+C+WPtU/kcsMhHlZ7ocuxiSyPARySumRoJL/z6jEJ3+5D0r
            1x5WqK4hDfCuqXLasHYwVEQYXxRzbH8WaQHAzmwrXsy3UZzpePXdZD5UBIZ31cncSWBVStHr/GAv2J5S9tHJ8OYqwed+CQKBgQDFvB/s
            M6llkMfM+jw/J4JuNvZOAWPeFeB/mEZobPrwQldUTBYA50IH7dQryTZ7fSDc3VPu8gBUUpNP48YwwN5tgpiOdiJX/64ZasjP3PAEgt2V
            386kIUaP3RPDC08hZktRcFXkduNCrhzvwdljjl+FXwrI2iQklo7+bGgPvVnKdQKBgCA92hLqtFk/qxNOBIYqVxoJ/298N1scTW7nFxIU
            66NBq2BGEJDltsqgBlIMVMI7uvEc2zhtdpxlybwrHyli/J5l+UqJQ0keno2HaOJaBFqPwT1jMWt7ZHDK3OnOwFghCgnruBrQ5+Fp8tO7
            F++h5a559b9Dzk+miiUTSc5DZfjd
            """)

    /// The key of the self-signed certificate that stands for Xcode's.
    public static let xcode = TestKey(
        embedded: """
            MIIEpAIBAAKCAQEAtPEByy3KUc2ER3H+TiahmG/pzleIc18e/XPvxw0jfesxgbtTEzeR79WsqnR1D5nvuIgaubpZyjn/DHcnzEM3yYCL
            w6LBe3oF2UD7v1FsJgTx9Z+Of4CbsNo1q66Pe+Xb/uUfVTTb9Ze1IOBomGngAue6yauidaJj9aRa8DGOrh2fzLAMVo4rzBqzaNKp1ZYa
            MQ+w6ZWXmhtOSKdZZ+u29NAcNeb5P9qRtCgdJ2P+oc15kooqUCFA2ivoAnQ6sf6Q0M9A5XVizgQwGoJzpFmoytGczT0D04xzeNiqjMEh
            5c6/mNnYCNOhFwiX/rjJ57xy/dUfXtYKRG890F2SFw3kdQIDAQABAoIBAANU675Iw9CxStYA8piQTAnxR5oZ0QSk0/6BP8FHy+dB6Sm1
            IBC6xXhn1BPYbJ5irIAWm31fgc9ANaLOX+B6PWD7ubcavFrQcqKfOHN7pZTmoujtrPNKlDNTtUjJwFEc+KnPIL5SKJmzVy25jBuAWZRc
            HXugqi9l09beVaFWHEU29QDoyxR0drHfX6NX3JHbdfzGfsW8JmZUHR27lgH/TEALTBudkHPpQFLo7Ncjzgs17MjufLZ+AK6MKNNIZiEc
            aJJGdv+/hTTHostzw2MC0jaAvLqTtuB+5OqfqVWkZ1iA7qbEmaxiibaUgVTkv2H6uDSalf+4FnFO/EckD8WsuzkCgYEA2US9wObmGHdc
            a68CCrJ60VzYKYw2guezP52cKz5jbbYGhrGUcTsacD+adYWzYuJEmwx8V17McD7mltgwhUYweQ2iRh+HwNHi1KDRDaByJ7//kRt243au
            RLBMo67vGf4BJu5Q+CuLoXKmZbCVNOyt0Q371kzbO23S2EtU10OstP0CgYEA1TJxr+KFaXEMqeaTmMePyEZnrKcNslJN3qam5KNXjCfr
            VcmMsj1ZPvYrzh8IqRwWXhpw+AS/2ws1U9Q/Rbouyj1BLkcro+/A7IHmrggaXsQVFfg3a0G1oS0Vtu5sQl6mDWgibFt1safWajnBug6a
            +h5aCFsYvQpjayrom+jAgtkCgYEAjHtVEhB6AKHU4U+0S0RiA1M79YlSicvU67I2EwPw+DQ0/gx+RcSIcMG/VnPPrIVPBM3K7BdAqucQ
            48H/hXz/xJXbMeobNcLAHumool320drkHWgbtDG9tm4j78YhlbXV+t0m/3/wdcCS9Ld7kk/ih4S6LDNfoYp+RRpYTiPU3OUCgYBNkdYF
            fbC25ZgK9Ub8jpeE8gDks79rA0Er4ozUoY3IA/o/M18KtwGSw/S6QVZgWUTWJl62DtxTcWeMwavnzc8abGEb2m9JbYFPTBBHf9FAa62U
            WcSoNLdGFmZRMbyYBWH7fMkRjdFruzprWepfrNK8cHCnm6WLmo0DwA/0MiJhOQKBgQCl3vb9GpWwnsA+gnWGq7YhHoGPg1Ow4FupVOU4
            o2BZWfXQRIketbu+LRf2mRfm8ZTao0Sl0/+z05loaazNq3Kwqje7QoL1xVUC8/EKELUYJREjrrPH1PTfAjbsbdA6JkzvlbuGcvYYmUBT
            xlF/Cj/RIgZlVrUdfIFRVJ/jvc2mSg==
            """)

    /// The key of a root that nobody trusts.
    public static let strangerRoot = TestKey(
        embedded: """
            MIIEoQIBAAKCAQEArsvlDwPMMLd2UYsAh0UXvmS5OBtp7UcCEIwI0Yf9lOF3n5HPXc1qMx9oLWxc9koPVt/SB1eArcFMGFzj9szXnKI0
            q+c12vQTLKYkU3LFj7d7bTEaTT5HIUhrwrotp/ghV6IZ0fGzjCUPBET46OSBMRY8dg/SN/Ui+YpBYIO+a2Pdhy3LJgWTn5YmEkCSQL9t
            vNb+osP76p7jjlabQsIEggb78FG+r15gbIaCBxXP0QF7oAVWW3hX7h+gJngtgU/WFu+cozWl/TJYivL/ZDMNbMFzLmNYj6K66TF4ztf1
            KWecn3HXlAo7TXo9sjR3VTBI0gUbJrTkjT8FnYRm7+bMEQIDAQABAoH/LvES0rVyYKLkY4Gw4qLrfXYPR8IU8GPhahAxThP3RcRHG9NM
            nSRNIO2OTKSNUpcRB4OUI+Sb6g2/IcvQbLcWMDpfasrs66Aghh0YJFDuPWpI+0n0hknzUDzis6jMGg/I5H/j7z25uik5nyvmrKSxDT2r
            fwlAq0Zp3hoC9KhsuunlHf/WPc+7R7gr4QV60WaNhvXgMUKTDciGPuyJ7VeskRJ5dlaIuQQzLPx6nTZq9fUBI5Gsl2RhRl4T2cXWsn3G
            x0Oapr92kPk45J0MJWgY2xG1/WCcedq4lXdMksNTkdEtWMmxsY4n5NNshCP4DjWwSgMmu3aQO9ffqOp6ahOxAoGBANxGEPnpForUvc6E
            2VyvGepsDKUS03B8OjaPUhP0Mm+oMrBLHuW2CoXkbiq3r0CZC8QNtZsSfC9E2nq6a/I5CXaRFQaMYffWJ2QGbo71tBXeCsk/dBU2q9bZ
            O774PbibR52iJ+NY3UaKpQILO0cXsNMxjA9KCUDa5Nz+PECloj6JAoGBAMsllCUN1gAStSXZBQ8RoGiWjyIRwt4LUNXZCuqJpnoxWUMj
            kdBem9JecSHf6MSQ3LZIfvkPBZMYDsWoLuauYIlXKEoRyuAuudKSKW6Iu4Ba5PYMZRzLmCKpy1cD/Fr3ttDDs+zaXP5Cb4L9TuMtAc7/
            m7Y9DxOafv64RNfLdX9JAoGBAKzILSLLCkqmK6imHpYMJ8jxLk4B4Wb3mvYXH+vU/gcFqZUNp9PKIqD6GMxbPxXttwP3OP/F1TGC0dm5
            B1l+EgU2MobrcSFlk4prXSe4ZaVNgapwoo7NTqd9yNa4hDmdW+SzQJSdrRxbPqnGw521YJeY4uNPUMjVqvYKWprfEc/5AoGAD4uNnZRE
            dvb3g7DqsS+BHd+/jjTbu5AUHHkiW7Yy1hDmqruTEeXbeKqfb58pubj4Gr7LcJWUsJ/bqYZoKGDZpEjWHWzlIGiS8akboIi4CGdsM+PY
            7O4rcyOZGsyESBXCmJEROKOxEAfXbqehnMK567Qlnzlm6PIem7FQG09Ha3kCgYBjRez85MaHDdU13Zi3pOHbW9wltDt2ASwksScJ3wUF
            jknKkpaEm204fdMVBl9SLIwZC56By/6WZdlcQGt94tA9fyI+gCOBKllE8PUIcdSe58KzeTcyPM6H+7qH+SGz+rAN8Qv0pNns9ydCdtVv
            Qjb7nrH3+pQKzZNPX1r7c2rvxA==
            """)

    /// The key of an intermediate under that root.
    public static let strangerIntermediate = TestKey(
        embedded: """
            MIIEowIBAAKCAQEAw2sWjMr4o8x7BRU1rMNnmkE3C1+ijafUW/qCyFhUgGois0E0tT5jvZ5KThSKWyFUK4NmSHmkL6dZ0R/i9WODfX6g
            qgdtiIv6MOydsAHVU646V8eAJa+4otJkXpG4/4zgeQ4x5ayjwcQ8ZM1ZsLI6sv5oo3SK/cDAEiXuVY7zlwEKR8hsar5F4K+PptSeQUUn
            GMQ17vOsIhO3TZ0FSDA7V+e21aJuXQD7WfzIBSwBsxtPRtz6aGYKC1KeQfaXE2vlbDJUA1S3nGTmxZIWmICm9p9EVfvQYPyTZhI0oD0R
            Ov64eyfjeyLz20ndN1d7+f9DZ9vS76xQrEF+rdW3XnteZQIDAQABAoIBAFm2pRCX8hQIwQVxWkXpI3v+qo2PJypPPT/IvxfI7WpSz4Fp
            0w/OB646qDQ2W9pAb8rWNTPanFTASIyoTeKIAAqyAoJsjI2ebYreZfoyrUQQfXpk/WDPzjz5x9heoAa6HyeUK7YcTsWbGHrSh3WGLUqV
            X2aDD3g1cDgkr8kZqpzMsOvKLcA5pUNz4E2gGHk3ceXsi7JkSqKhGVb+D+1AQHMiINMo5EjboL0tWLIrMKUql4uCIKaZ5vkh/+jVcPQD
            WXrULEtfA31kTolCO8ILwWx+0jbO+/GWXz73L7DyJ/p9rZ+xs3OVtUP+U2IYgbsVyv04FyH0tzl/Duw68yD3UBUCgYEA6KQ+gVSifz+F
            lTyrBc34lXmO64JAm6e1/GHhehHm1HdQrA8bJEf2EXb3y98lP14fmM3v0JNdBQ+cvqrDlXwQVnhkM0P+Tz2OUUa7Fv3UQx5ZlL1HHYlZ
            oJAWBrsnix0I5420QImzDruyESdQzkXMI/lH2VM4PgBWqlIfFGIYfjsCgYEA1woRNbq43fn55dhSGIurKJrbQV0I/jpDoDhKQp0PsK/H
            iIXDUpwpLq5TGqF0N1CBdE7lfLv9UtzZipUAQywPlsME/Z55duziLGIZfCbMUasOHB58XWkZDNgOuPnsTwA+DbxanqtZk/zFP0ZWeWVp
            4BfofRHML+NzbrYcSVs8q98CgYB9rDQj01+Q0/TKoKJWmWS/ApKlQJC8RUX3F70hH0iN4AKRX/uuhr0zxAuqc1oAuEzjU+RHzUODt2Ja
            UY8kUofU3mZql0Fq9vrJhycMDYS72UpVIkanewoSxaNQcYu0B7RGufL0pi43OEfCInXxaB0WFdStXtpUDATFL2Wgsjk+/wKBgDPgJ9qw
            Wtyh61k5YESvnPDEutP/36WE5L+IFNIRFbHoFdinfEE3ju/F+iJYhLK7Zx9p0Q7QQwJ0aL53x4Js5K3YCiIs0tyPtNhEKiW7LlsdSuAZ
            sqLOMc7ZaGPTVuCQDGg/4hSY/Zknx2XGUCIlBu+alOlnG70Jv9UbdaN0sSQ9AoGBANGgQ0IsbrHZRegLl3gFFRfRnUYbiJUjox6Tezzy
            aCt8nt+cNtk/KaiswL5WRZgUt1n6yBC6xSnCGM5Zz29GkWRSU9ApziOX2tMdkIIpnR9rAaOIhY8kZdCJUQG+Vq1ITmS/Me0lWkK16zJG
            p42YAMSqETar0fVwtaLeUWwKFpQ9
            """)

    /// The key of a signer under that intermediate.
    public static let strangerSigner = TestKey(
        embedded: """
            MIIEowIBAAKCAQEAvytyxFjvnJ8kh7TbxCvheQqrSdtCkrbQb/4QkTZ+XbRNPuutz3p+bJ8y6Y73qqs5tKJdfiMWEYjtzf9lJo+BaVQH
            hvt8MYxRYZxqJ0c2CczEr4EfgicKjFlNc5rCOrH82nXqIekS81G4wl5N3ozROs1ZO9WuWJ82QvHn3Md6fTRcwNsHptRQbMXxU9BcgitR
            Eo0slqXqn4UId9qw8LCZTSHDKeZFb6FaNIWTRMfdREFkLZ0HUNWmEkiEjPLPYK5a6qVkMRD6cyZCyt00jtA2iUE6po+T6FnBHBvy2T7f
            FLGJ9BIxUYO2ewVhu3E1hvCcOGtDmfKp3/qK76Ok8Uz6fQIDAQABAoIBAB7GSaHxJ+r14DrBHeB300LEjxbYfLWYnM0X6yaCosIb8el5
            +uTbynlbAXusKmjnn+ZZKFAo1CHQ12jM6fAqCZe2psWPO4rQahNwINNKOUPyRQwfGb7pNl9UoE1xcZNjBBpOVs7MXLgd2kPeoY4nliZv
            WKOeE68sO4nNs9k3UEZ8/WxQI2i5J6r64wjqAtNMNa4Y9B+KOetlSorlkC749yKg9Ur2NJA2I+kASiIeeG9X5YcB14V2ONVZUPpQWBHX
            rKUDK6RWwEd1BBNFoDLr2yA0Y986wP5r5TZSHi2sb+ze7CCt5jgiScUEFXMw+bWDeaN0Esn6/Gkcb2BmnnMxk3MCgYEA8l1XLsohDKgW
            oVqTvXvWhxWvi3Pu8JD3JDpLSdV7o8cS2wn7nwdcqFpRM3s/UQ2LtAgL6sLUGmNfX+2ln2clarM55Vlw+qp2Ge2oWripWRSFU9EtPDoP
            xfp/km4VKVK1STlaVvPbpOaHlHm+CqV0QhYtqRRE0X9RJOoK5vSqws8CgYEAyezFzVkBHRQYRTeFG2yK7tKb6ASW3wCgBN9TC63Jyj2c
            3PDA586+Hz1b1oSond3yxTLwpntaOy2jpOd7bV5qM/W7G/t5oRa0g7BsrWbvkWdmZNnbpWCQDyUKVm8/sAo3yok5l6kWk/Tqg5G5QqxE
            ocH67wH0LARJ3QeTCQ8s8PMCgYEAyMs8J6+eofXAif2Y2St4GIKG5WovU29G0eTZ61nLDW0o2f/zT1WyFmh9TcGWO3iVfZoNBXpUb2hU
            5AznYqD6BuRl2vW2/HWtUt3q1P6YjwzJSR/L8lHIL6XRe2docMvtFbVGezOdjYjQWtph8EATiY0GV0ZLnaV1fLfKQH4D21ECgYAGIaBn
            +dnkziVmhKcQDB2z3sVJKEqEfvpc64MUCbTk5TYMJ2tUHpz7SduuCd0s3f5vKnrQM1KsFViwuy6uRX2oEkAaO2qYD55vmT3TjhqcKa2c
            Rlk7DlGRhChqM3qVl9nV1pDfIA1FdNxiHlynv59d4gwCkeaeJ4suoPo//iv5LQKBgB5OSRoE9rYP7fGp5cMvCW9WnX2H5q1sKyhkCgqm
            D/s9Xccq9f1JTbLI30nKgY2AAJ4q6Y2aCyw81ziVjUMGB2fb6hkjo76ao3jPERhHz7YQaGbr0GCxf4YMf4NXn0Pbv2Xqgax3M/ghEiwV
            oK6Yenbo1o1P0HZCUC34oyBRZWtH
            """)
}
