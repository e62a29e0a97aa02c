/** The resource index has the names and addresses of docs/spec.md, section 2.1, and each address can be read. */
import t from 'tap'
import { build } from '../support/app.ts'
import { expectSameDocument } from './same-document.ts'
import { linksOf } from './wire.ts'

const index = `
AdminComponent Admin/Component/
AdminFile Admin/File/
AdminInput Admin/Input/
AdminMessage Admin/Message/
AdminPlugin Admin/Plugin/
AdminRequest Admin/Request/
AdminSource Admin/Source/
ArchiveAudioData Archive/AudioData/
ArchiveAudioInfo Archive/AudioInfo/
ArchiveImageData Archive/ImageData/
ArchiveImageInfo Archive/ImageInfo/
ArchiveMetaData Archive/MetaData/
ArchiveMetaDataInfoQuery Archive/MetaDataInfo/Query
ArchiveMetaInfo Archive/MetaInfo/
ArchiveMetaType Archive/MetaType/
ArchiveQueryCriteria Archive/QueryCriteria/
ArchiveVideoData Archive/VideoData/
ArchiveVideoInfo Archive/VideoInfo/
DataCollaborator Data/Collaborator/
DataPost Data/Post/
DataPostPublished Data/Post/Published
DataPostType Data/PostType/
DataPostUnpublished Data/Post/Unpublished
DataSource Data/Source/
DataSourceType Data/SourceType/
GUIAction GUI/Action/
Gateway Gateway/
GatewayCaptcha Gateway/Captcha
HRPerson HR/Person/
HRUser HR/User/
HRUserType HR/UserType/
DeskBlog Desk/Blog/
DeskBlogCollaboratorType Desk/BlogCollaboratorType/
DeskBlogLive Desk/Blog/Live
DeskBlogMediaType Desk/BlogMediaType/
DeskBlogTheme Desk/BlogTheme/
DeskBlogType Desk/BlogType/
DeskSync Desk/Sync/
LocalizationLanguage Localization/Language/
LocalizationLanguageAvailable Localization/Language/Available
RBACRole RBAC/Role/
SecurityRight Security/Right/
SecurityRightType Security/RightType/
ToolURLInfo Tool/URLInfo/
`
  .trim()
  .split('\n')
  .map((line) => line.split(' '))

await t.test('the index has the links of the specification, and each can be read', async (t) => {
  const { app } = await build(t, { BASE_URL: 'https://desk.example' })
  const links = linksOf(await expectSameDocument(t, app, '/resources'))
  t.same(
    links,
    index.map(([name, path]) => [name, `https://desk.example/resources/${path}`])
  )
  for (const [, path] of index) await expectSameDocument(t, app, `/resources/${path}`)
})
