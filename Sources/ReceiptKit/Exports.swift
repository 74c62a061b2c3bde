// Who imports ReceiptKit means the fields of receipts too: environments, purchases, dates.
@_exported public import ReceiptFields
