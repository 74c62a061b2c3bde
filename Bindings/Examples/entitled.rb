# Whether a customer has access to a product.
#     ruby entitled.rb POLICY.json PRODUCT JWS...     a file for each; exits with 0 if granted, 1 if not, 2 if not verified
# RECEIPTKIT is the path of libreceiptkit.so, unless it is one of the system's libraries.
require "fiddle/import"
require "json"

module ReceiptKit
  extend Fiddle::Importer
  dlload ENV.fetch("RECEIPTKIT", "libreceiptkit.so")
  extern "void *receiptkit_verifier_create(const char *, size_t, void *)"
  extern "void receiptkit_verifier_destroy(void *)"
  extern "void *receiptkit_ledger(const void *, const char *, size_t, int64_t)"
  extern "void receiptkit_free(void *)"

  # Returns the contents of an answer, and frees it.
  def self.taken(answer)
    raise NoMemoryError if answer.null?
    text = answer.to_s.force_encoding("UTF-8")
    receiptkit_free(answer)
    JSON.parse(text)
  end

  def self.verifier(policy)
    error = Fiddle::Pointer.malloc(Fiddle::SIZEOF_VOIDP, Fiddle::RUBY_FREE)
    verifier = receiptkit_verifier_create(policy, policy.bytesize, error)
    raise ArgumentError, taken(error.ptr).dig("error", "message") if verifier.null?
    verifier
  end

  def self.ledger(verifier, request)
    text = JSON.generate(request)
    taken(receiptkit_ledger(verifier, text, text.bytesize, (Time.now.to_f * 1000).to_i))
  end
end

policy, product, *files = ARGV
verifier = ReceiptKit.verifier(File.binread(policy))
evidence = files.map { |path| File.read(path).strip }
answer = ReceiptKit.ledger(verifier, evidence: evidence, products: { it: [product] })
ReceiptKit.receiptkit_verifier_destroy(verifier)

unless answer["verdict"] == "verified"
  puts answer.dig("error", "code")
  exit 2
end
access = answer.dig("ledger", "access", "it")
puts [access["state"], access.dig("entitlement", "endDate") || access["reason"]].compact.join(" ")
exit access["state"] == "granted"
