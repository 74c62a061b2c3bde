"""Get All Subscription Statuses with Apple's app-store-server-library."""

from appstoreserverlibrary.api_client import APIException, AppStoreServerAPIClient

from access import AppleError, AppleStatuses


class Client(AppStoreServerAPIClient):
    """Apple's client, with the header `Retry-After` added to its errors."""

    def _parse_response(self, status_code, headers, *rest):
        try:
            return super()._parse_response(status_code, headers, *rest)
        except APIException as error:
            error.retry_after = headers.get("Retry-After")
            raise


def statuses(client):
    """Returns the function that `access` calls, for a client."""
    def request(purchase):
        try:
            response = client.get_all_subscription_statuses(purchase)
        except APIException as error:
            raise AppleError(
                error.http_status_code, error.raw_api_error,
                getattr(error, "retry_after", None)) from error
        items = [
            item for group in response.data or []
            for item in group.lastTransactions or []]
        return AppleStatuses(
            signed=[{
                "signedTransactionInfo": item.signedTransactionInfo,
                "signedRenewalInfo": item.signedRenewalInfo}
                for item in items],
            in_grace={
                item.originalTransactionId for item in items
                if item.rawStatus == 4})
    return request
