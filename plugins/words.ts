/** English words for the names of properties and resources, for pages and for the summaries of operations. */

/** Returns the name of a property in words: `IsPublished` becomes `Is published`, and `OriginURI` `Origin URI`. */
export const wordsOf = (name: string): string =>
  PROPERTIES[name] ??
  name
    .split(/(?<=[a-z\d])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
    .map((word, index) => (index === 0 || /^[A-Z]+$/.test(word) ? word : word.toLowerCase()))
    .join(' ')

/** Properties whose names are no words. */
const PROPERTIES: Readonly<Record<string, string>> = {
  CId: 'Change number',
  EMail: 'E-mail',
  asc: 'Smallest first',
  desc: 'Largest first',
  lastCId: 'last change number',
  offsetMore: 'offset of the next page'
}

/** Returns the noun for a resource: `BlogType` becomes `blog type`. */
export const nounOf = (resource: string): string => NOUNS[resource]?.[0] ?? lower(wordsOf(resource))

/** Returns the noun for several resources: `BlogType` becomes `blog types`. */
const pluralOf = (resource: string): string => NOUNS[resource]?.[1] ?? `${nounOf(resource)}s`

/** Singular and plural of the resources whose names are not the words that people use for them. */
const NOUNS: Readonly<Record<string, readonly [string, string]>> = {
  AudioData: ['sound', 'sounds'],
  AudioInfo: ['sound text', 'sound texts'],
  AuditEntry: ['audit entry', 'audit entries'],
  Authenticated: ['authenticated user', 'authenticated users'],
  BlogCollaboratorGroup: ['group of members', 'groups of members'],
  BlogCollaboratorGroupMember: ['member', 'members'],
  BlogCollaboratorType: ['type of members', 'types of members'],
  BlogMedia: ['blog picture', 'blog pictures'],
  BlogMediaType: ['type of blog pictures', 'types of blog pictures'],
  Configuration: ['setting', 'settings'],
  Delivery: ['delivery', 'deliveries'],
  Gateway: ['access rule', 'access rules'],
  HasAccess: ['access check', 'access checks'],
  HasBlog: ['access check', 'access checks'],
  ImageData: ['picture', 'pictures'],
  ImageInfo: ['picture text', 'picture texts'],
  IsAuthenticated: ['access check', 'access checks'],
  JSONLocale: ['JSON catalogue of texts', 'JSON catalogues of texts'],
  MetaData: ['stored file', 'stored files'],
  MetaDataInfo: ['stored file with its texts', 'stored files with their texts'],
  MetaInfo: ['file text', 'file texts'],
  MetaType: ['type of files', 'types of files'],
  PO: ['PO catalogue of texts', 'PO catalogues of texts'],
  QueryCriteria: ['search criterion', 'search criteria'],
  Roles: ['role', 'roles'],
  URLInfo: ['description of a web page', 'descriptions of web pages'],
  VideoData: ['video', 'videos'],
  VideoInfo: ['video text', 'video texts']
}

/**
 * Returns a phrase for the contents of a list: `['Post', 'Published']` becomes `published posts`.
 * @param words the last segments of its path, from the name of the resource
 */
export const contentsOf = (words: readonly string[]): string => {
  const [resource = '', ...which] = words
  return PHRASES[words.join('/')] ?? [...which.flatMap((word) => ADJECTIVES[word] ?? []), pluralOf(resource)].join(' ')
}

const PHRASES: Readonly<Record<string, string>> = { 'Post/Comment': 'readers’ comments', 'MetaData/Icon': 'icon' }
const ADJECTIVES: Readonly<Record<string, string>> = {
  Available: 'available',
  Chain: 'chained',
  GroupUnpublished: 'unpublished',
  Live: 'live',
  Owned: 'own',
  Potential: 'potential',
  Published: 'published',
  Scheduled: 'scheduled',
  Submitted: 'handed-in',
  Unpublished: 'unpublished'
}

/**
 * Returns a phrase for the target of an address template: `HR/User/{Id}/Post/Published` becomes `published posts`.
 * The first segment names a group of resources or the module.
 */
export const targetOf = (template: string): string => {
  const segments = template.split('/').filter((segment) => segment !== '')
  const lastVariable = segments.findLastIndex((segment, index) => index > 0 && segment.startsWith('{'))
  return contentsOf(segments.slice(lastVariable < 0 ? Math.min(1, segments.length - 1) : lastVariable + 1))
}

/** Returns a noun with its indefinite article. */
export const withArticle = (noun: string): string => `${/^(?!user)[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`

/** Returns a text that begins with a capital letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** Acronyms keep their capital letters. */
const lower = (text: string) => (/^[A-Z]{2}/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1))
