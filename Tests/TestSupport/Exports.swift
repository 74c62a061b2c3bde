// Who compares with a fixture's JSON means the type of what is in it too.
@_exported public import JSONSupport
