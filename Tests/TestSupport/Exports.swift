// Tests that compare with a fixture's JSON need the type of what is in it too.
@_exported public import JSONSupport
