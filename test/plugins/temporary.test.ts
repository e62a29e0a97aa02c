/** Errors of connections and of databases that cannot answer now lead to 503, and no others. */
import t from 'tap'
import { isTemporary, unavailableDetail } from '../../plugins/faults/temporary.ts'

const TEMPORARY = [
  ...['CONNECTION_CLOSED', 'CONNECTION_ENDED', 'CONNECTION_DESTROYED', 'CONNECT_TIMEOUT', 'CONNECTION_CONNECT_TIMEOUT'],
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOTFOUND', 'ETIMEDOUT', 'EAI_AGAIN'],
  ...['EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN', 'ENETDOWN'],
  ...['08006', '53100', '53300', '57P01', '57014', '55P03', '25006'],
  ...['28P01', '3D000', '55000', '40001', '40P01', '25P04']
]
const LASTING = ['23505', '080061', '108006', '57000', '57P04X', 'ECONNREFUSED ', '']

t.test('the code of an error says whether the same attempt may succeed later', async (t) => {
  const errors = [...TEMPORARY, ...LASTING].map((code) => Object.assign(new Error('no answer'), { code }))
  t.same(
    errors.filter(isTemporary).map(({ code }) => code),
    TEMPORARY
  )
  t.equal(isTemporary(Object.assign(new Error(), { statusCode: 503 })), true)
  t.equal(isTemporary(Object.assign(new Error(), { statusCode: 500 })), false)
  t.equal(isTemporary({ code: 'EPIPE' }), false, 'no error')
  const detailOf = (code: string) => unavailableDetail(Object.assign(new Error(), { name: 'Error', code }))
  t.equal(detailOf('53100'), 'The database has no space left; the operator must make room')
  t.equal(detailOf('53300'), 'The database does not answer now; try again shortly')
})
