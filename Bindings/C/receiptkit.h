/* ReceiptKit for C, and for every language that calls C: verifies App Store purchases offline, and computes what a customer is entitled to.
 *
 * Input: UTF-8, or for evidence also a receipt's bytes. A call copies its input before it returns; the caller may then change or free it. NULL with
 * size 0 is an empty input. A policy has at most 1 MiB, every other input 64 MiB. Times are milliseconds since 1970 (UTC), in the years 1 to 9999.
 *
 * Answers: a NUL-terminated line of JSON, byte for byte the response of receipt-server to POST /v1/verify, /v1/ledger and /verifyReceipt. The
 * caller frees each answer and each error with receiptkit_free. NULL means that there was no memory for the answer.
 *
 * Errors: an invalid call (NULL with a size, too many bytes, a time out of range, no verifier) returns
 * {"error":{"code":"...","message":"...","hint":"...","support":"..."}}; receiptkit_verifyreceipt_response returns {"status":21002}. Codes are stable. The error of
 * a verdict also has "class", the likely reason: "damaged", "notEvidence", "untrusted", "policy", "unsupported" or "limit".
 *
 * Threads: any number of threads may use one verifier at the same time. fork: create the verifier in the child process.
 *
 * Isolation: the library checks every input and is designed never to crash on it. If not even a bug or a lack of memory may end your process,
 * run receipt-server as a separate process.
 */
#ifndef RECEIPTKIT_H
#define RECEIPTKIT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Verifies with one policy. Create one, keep it, and use it for all customers. */
typedef struct receiptkit_verifier receiptkit_verifier;

/* Creates a verifier.
 *
 * policy: a JSON object. bundleIDs and device are required, and a member that isn't in this list is an error.
 *   "bundleIDs": ["com.example.app", ...], or "any": then compare the app in the answer yourself
 *   "device": "unchecked" (on a server), or {"identifiers": [UUID of identifierForVendor or MAC address, ...],
 *                                           "deviceVerificationIDs": [UUID of AppStore.deviceVerificationID, ...]}
 *   "environments": by default the one in verifyReceiptEnvironment; without that, ["Production"], or ["Xcode"] with xcodeCertificates.
 *       "Sandbox" is for TestFlight and App Review
 *   "appAppleID": the app's Apple ID, which notifications and app transactions from production must have
 *   "appVersion": the app version that evidence must be for
 *   "maximumAge": the maximum age of evidence in seconds. Use it for evidence as it arrives, because stored evidence gets older
 *   "clockTolerance": how many seconds clocks may differ, 300 by default
 *   "trustRoots": root certificates (DER in base64) that replace Apple's
 *   "intermediates": further certificates that may have issued the signer certificate of an iOS 6 transaction receipt
 *   "xcodeCertificates": certificates of StoreKit testing in Xcode, which replace Apple's roots
 *   "distrustedKeys": keys that no certificate may have, each the SHA-256 of its SubjectPublicKeyInfo in hexadecimal
 *   "acceptTransactionReceipts": true accepts iOS 6 transaction receipts, whose environment isn't signed
 *   "verifyReceiptEnvironment": "Production" or "Sandbox", Apple's server that receiptkit_verifyreceipt_response replaces;
 *       "Production" by default, or "Sandbox" if environments is ["Sandbox"]. If environments contains only another environment, the
 *       response to a verified receipt is 21003
 *   "sharedSecrets": a request for verifyReceipt must have one of them as its password
 * error: receives the error as JSON, or NULL if there was no memory for it; the caller frees it. May be NULL.
 *
 * Returns the verifier, which the caller destroys, or NULL for an error. */
receiptkit_verifier *receiptkit_verifier_create(const char *policy, size_t size, char **error);

/* Destroys a verifier. All calls with it must have returned. NULL is ignored. */
void receiptkit_verifier_destroy(receiptkit_verifier *verifier);

/* Returns the verdict on one piece of evidence: a receipt (PKCS #7 or its base64), a JWS, one of Apple's JSON bodies, or {"evidence": one of these}. */
char *receiptkit_verify(const receiptkit_verifier *verifier, const uint8_t *evidence, size_t size, int64_t now_ms);

/* Returns the ledger of one customer, with the access to products: request is {"evidence": [...], "products": ..., "asOf": ...}, as for POST
 * /v1/ledger. An empty "evidence" means that the customer has none: then "products" is required, and access to each is denied. */
char *receiptkit_ledger(const receiptkit_verifier *verifier, const uint8_t *request, size_t size, int64_t now_ms);

/* Returns the response that Apple's verifyReceipt gives to a request: {"receipt-data": "...", "password": "...", "exclude-old-transactions": ...}. */
char *receiptkit_verifyreceipt_response(
    const receiptkit_verifier *verifier, const uint8_t *request, size_t size, int64_t now_ms);

/* Frees an answer or an error. NULL is ignored. */
void receiptkit_free(char *answer);

/* Returns the library's version, such as "1.0.0". The caller doesn't free it. */
const char *receiptkit_version(void);

#ifdef __cplusplus
}
#endif

#endif
