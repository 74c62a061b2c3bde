// Exports the JSON types, which tests that compare with a fixture need too.
@_exported public import JSONSupport
