#include <openssl/cms.h>
#include <openssl/x509_vfy.h>
