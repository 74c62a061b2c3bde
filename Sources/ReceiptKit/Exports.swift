// A program that imports ReceiptKit needs the fields of receipts too: environments, purchases, dates. For the files of this module that
// export names of theirs this is the import as well.
@_exported public import ReceiptFields
