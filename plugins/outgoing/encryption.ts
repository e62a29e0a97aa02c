/** Says why no encrypted connection (TLS) was made, in words that disclose no other host. */

/** By the code of the error. Its message would name all hosts of the certificate. */
const FAULTS: readonly (readonly [RegExp, string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'the certificate of the server has expired'],
  [/^CERT_NOT_YET_VALID$/, 'the certificate of the server is not valid yet'],
  [/^ERR_TLS_CERT_ALTNAME_INVALID$/, 'the certificate of the server is that of another host'],
  [
    /SELF_SIGNED_CERT|^UNABLE_TO_(VERIFY_LEAF_SIGNATURE|GET_ISSUER_CERT)/,
    'the certificate of the server comes from no authority that is known here'
  ],
  [/^EPROTO$|^ERR_SSL_/, 'the server does not encrypt (TLS) in a way that is known here']
]

/** Adds the reason to a sentence about a failed request, if the connection could not be encrypted. */
export const withTlsFault = (sentence: string, error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const fault = FAULTS.find(([codes]) => codes.test(code))
  return fault === undefined ? sentence : `${sentence}: ${fault[1]}`
}
