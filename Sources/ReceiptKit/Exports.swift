// A program that imports ReceiptKit also needs the fields of receipts, such as environments, purchases and dates. The files of this module
// whose public declarations use these names also get them through this import.
@_exported public import ReceiptFields
