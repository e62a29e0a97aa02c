/** The resource index (docs/spec.md, section 2.1): its entries, in the order of the specification. */
import { model } from './language/models.ts'

/** Address by element name. `{Module}` in a name or an address stands for the configured module name. */
export const catalogue = {
  AdminComponent: 'Admin/Component/',
  AdminFile: 'Admin/File/',
  AdminInput: 'Admin/Input/',
  AdminMessage: 'Admin/Message/',
  AdminPlugin: 'Admin/Plugin/',
  AdminRequest: 'Admin/Request/',
  AdminSource: 'Admin/Source/',
  ArchiveAudioData: 'Archive/AudioData/',
  ArchiveAudioInfo: 'Archive/AudioInfo/',
  ArchiveImageData: 'Archive/ImageData/',
  ArchiveImageInfo: 'Archive/ImageInfo/',
  ArchiveMetaData: 'Archive/MetaData/',
  ArchiveMetaDataInfoQuery: 'Archive/MetaDataInfo/Query',
  ArchiveMetaInfo: 'Archive/MetaInfo/',
  ArchiveMetaType: 'Archive/MetaType/',
  ArchiveQueryCriteria: 'Archive/QueryCriteria/',
  ArchiveVideoData: 'Archive/VideoData/',
  ArchiveVideoInfo: 'Archive/VideoInfo/',
  DataCollaborator: 'Data/Collaborator/',
  DataPost: 'Data/Post/',
  DataPostPublished: 'Data/Post/Published',
  DataPostType: 'Data/PostType/',
  DataPostUnpublished: 'Data/Post/Unpublished',
  DataSource: 'Data/Source/',
  DataSourceType: 'Data/SourceType/',
  GUIAction: 'GUI/Action/',
  Gateway: 'Gateway/',
  GatewayCaptcha: 'Gateway/Captcha',
  HRPerson: 'HR/Person/',
  HRUser: 'HR/User/',
  HRUserType: 'HR/UserType/',
  '{Module}Blog': '{Module}/Blog/',
  '{Module}BlogCollaboratorType': '{Module}/BlogCollaboratorType/',
  '{Module}BlogLive': '{Module}/Blog/Live',
  '{Module}BlogMediaType': '{Module}/BlogMediaType/',
  '{Module}BlogTheme': '{Module}/BlogTheme/',
  '{Module}BlogType': '{Module}/BlogType/',
  '{Module}Sync': '{Module}/Sync/',
  LocalizationLanguage: 'Localization/Language/',
  LocalizationLanguageAvailable: 'Localization/Language/Available',
  RBACRole: 'RBAC/Role/',
  SecurityRight: 'Security/Right/',
  SecurityRightType: 'Security/RightType/',
  ToolURLInfo: 'Tool/URLInfo/'
} as const

/** Returns the model of the resource index for a module name. It only has links. */
export const Resources = (module: string) =>
  model(
    'Resources',
    null,
    {},
    Object.fromEntries(Object.entries(catalogue).map(([name, path]) => [name.replace('{Module}', module), path]))
  )
