/** Verification of posts. Existing clients request it, but this service does not let anybody verify posts yet. */
import { Type } from 'typebox'
import { Id, Key, LinkById, LinkByKey } from './language/vocabulary.ts'
import { model } from './language/models.ts'

export const VerificationStatus = model('VerificationStatus', 'Data/VerificationStatus/{Key}', { Key: Key() })
export const PostVerification = model('PostVerification', 'Data/PostVerification/{Id}', {
  Id: Id('Post identifier'),
  Checker: Type.Optional(LinkById('HR/User/{Checker}', 'User who verifies the post')),
  Status: LinkByKey('Data/VerificationStatus/{Status}', 'Status of the verification')
})
