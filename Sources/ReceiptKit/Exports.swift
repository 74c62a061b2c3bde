// A program that imports ReceiptKit also needs the fields of receipts, such as environments, purchases and dates. This is also the import
// for those files of this module whose public declarations use these names.
@_exported public import ReceiptFields
