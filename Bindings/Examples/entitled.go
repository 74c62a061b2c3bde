// Whether a customer has access to a product.
//
//	PKG_CONFIG_PATH=DISTRIBUTION/lib/pkgconfig go build entitled.go
//	entitled POLICY.json PRODUCT JWS...     a file for each; exits with 0 if granted, 1 if not, 2 if not verified
package main

/*
#cgo pkg-config: receiptkit
#include <receiptkit.h>
*/
import "C"

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"
	"unsafe"
)

// Verifier may be used by any number of goroutines. Create one and keep it.
type Verifier struct{ pointer *C.receiptkit_verifier }

// NewVerifier takes a policy as JSON, which receiptkit.h describes.
func NewVerifier(policy []byte) (*Verifier, error) {
	var message *C.char
	pointer := C.receiptkit_verifier_create((*C.char)(start(policy)), C.size_t(len(policy)), &message)
	if pointer == nil {
		return nil, errors.New(string(taken(message)))
	}
	return &Verifier{pointer}, nil
}

// Answer has the members of an answer that this program reads.
type Answer struct {
	Verdict string
	Error   struct{ Code string }
	Ledger  struct {
		Access map[string]struct {
			State, Reason string
			Entitlement   struct{ EndDate string }
		}
	}
}

// Question is a request for the ledger of one customer.
type Question struct {
	Evidence []string            `json:"evidence"`
	Products map[string][]string `json:"products"`
}

// Ledger answers what the customer has access to.
func (verifier *Verifier) Ledger(question Question) (Answer, error) {
	var answer Answer
	request, err := json.Marshal(question)
	if err != nil {
		return answer, err
	}
	text := C.receiptkit_ledger(
		verifier.pointer, (*C.uint8_t)(start(request)),
		C.size_t(len(request)), C.int64_t(time.Now().UnixMilli()))
	err = json.Unmarshal(taken(text), &answer)
	return answer, err
}

func start(bytes []byte) unsafe.Pointer {
	if len(bytes) == 0 {
		return nil
	}
	return unsafe.Pointer(&bytes[0])
}

// taken copies an answer and frees it. NULL, for which there was no memory, becomes an empty string, which isn't JSON.
func taken(answer *C.char) []byte {
	defer C.receiptkit_free(answer)
	return []byte(C.GoString(answer))
}

func contents(path string) []byte {
	text, err := os.ReadFile(path)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(64)
	}
	return bytes.TrimSpace(text)
}

func main() {
	if len(os.Args) < 4 {
		os.Exit(64)
	}
	verifier, err := NewVerifier(contents(os.Args[1]))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(64)
	}
	var evidence []string
	for _, path := range os.Args[3:] {
		evidence = append(evidence, string(contents(path)))
	}
	answer, err := verifier.Ledger(Question{evidence, map[string][]string{"it": {os.Args[2]}}})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(64)
	}
	if answer.Verdict != "verified" {
		fmt.Println(answer.Error.Code)
		os.Exit(2)
	}
	access := answer.Ledger.Access["it"]
	fmt.Println(access.State, access.Entitlement.EndDate+access.Reason)
	if access.State != "granted" {
		os.Exit(1)
	}
}
