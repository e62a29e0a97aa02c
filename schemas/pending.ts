/** Lists of the index, and of blog and user documents, that hold nothing yet: each answers an honest empty list. */
import { PageAttributes } from './paging.ts'
import { listOf, model } from './vocabulary.ts'

const nothing = (name: string) => listOf(`${name}List`, model(name, null, {}), null, PageAttributes)

/** Address below `/resources/` to the list that answers there; `:name` is a path parameter. */
export const pending = {
  'Admin/Component': nothing('Component'),
  'Admin/File': nothing('File'),
  'Admin/Input': nothing('Input'),
  'Admin/Message': nothing('Message'),
  'Admin/Plugin': nothing('Plugin'),
  'Admin/Request': nothing('Request'),
  'Admin/Source': nothing('Source'),
  'Archive/AudioData': nothing('AudioData'),
  'Archive/AudioInfo': nothing('AudioInfo'),
  'Archive/ImageData': nothing('ImageData'),
  'Archive/ImageInfo': nothing('ImageInfo'),
  'Archive/MetaDataInfo/Query': nothing('MetaDataInfo'),
  'Archive/MetaInfo': nothing('MetaInfo'),
  'Archive/MetaType': nothing('MetaType'),
  'Archive/QueryCriteria': nothing('QueryCriteria'),
  'Archive/VideoData': nothing('VideoData'),
  'Archive/VideoInfo': nothing('VideoInfo'),
  'GUI/Action': nothing('Action'),
  Gateway: nothing('Gateway'),
  'Gateway/Captcha': nothing('Gateway'),
  'Localization/Language/Available': nothing('Language'),
  '{Module}/BlogMediaType': nothing('BlogMediaType'),
  '{Module}/BlogTheme': nothing('BlogTheme'),
  '{Module}/Sync': nothing('Sync')
} as const

/** Sub-lists of a blog, below `{Module}/Blog/:blogId/`. */
export const pendingOfBlog = {
  Sync: nothing('Sync'),
  Configuration: nothing('Configuration'),
  'Comment/Post': nothing('Comment'),
  Source: nothing('Source'),
  BlogMedia: nothing('BlogMedia')
} as const

/** Sub-lists of a language, below `Localization/Language/:languageId/`. */
export const pendingOfLanguage = {
  MetaInfo: nothing('MetaInfo'),
  AudioInfo: nothing('AudioInfo'),
  ImageInfo: nothing('ImageInfo'),
  VideoInfo: nothing('VideoInfo')
} as const

export const ActionList = nothing('Action')
export const TemplatePostList = nothing('Post')

/** What is known of a web page: nothing, as long as no address was given. */
export const URLInfo = model('URLInfo', null, {})
