/**
 * The registry of actions: the menu items and modules of the user interface, and the rights that offer them to a user.
 */

/** A user is offered an action by any one of these rights, or by permission to post or publish in the blog. */
export interface ActionAccess {
  readonly rights: readonly string[]
  readonly inBlog?: 'post' | 'publish'
}

export interface RegisteredAction extends ActionAccess {
  readonly Path: string
  readonly Label?: string
  readonly NavBar?: string
}

const view: ActionAccess = { rights: ['Livedesk view', 'Livedesk edit'], inBlog: 'post' }
const post: ActionAccess = { rights: ['Livedesk edit'], inBlog: 'post' }
const publish: ActionAccess = { rights: ['Livedesk edit'], inBlog: 'publish' }
const edit: ActionAccess = { rights: ['Livedesk edit'] }
const media: ActionAccess = { rights: ['IAM view'] }
const users: ActionAccess = { rights: ['Users view'] }
const inspect: ActionAccess = { rights: ['Requests inspection'] }
// The two roots of the tree only group the actions below them, so no right offers them.
const root: ActionAccess = { rights: [] }

/** Every action, sorted by path. */
export const registry: readonly RegisteredAction[] = [
  { Path: 'menu', Label: 'Menu', ...root },
  { Path: 'menu.livedesk', Label: 'Live blogs', NavBar: '/live-blogs', ...view },
  { Path: 'menu.livedesk.submenu', Label: 'Your live blogs', ...view },
  { Path: 'menu.media-archive', Label: 'Media archive', NavBar: '/media', ...media },
  { Path: 'menu.request', Label: 'Addresses', NavBar: '/addresses', ...inspect },
  { Path: 'menu.user', Label: 'People', NavBar: '/people', ...users },
  { Path: 'modules', Label: 'Modules', ...root },
  { Path: 'modules.dashboard', Label: 'Dashboard', ...view },
  { Path: 'modules.dashboard.livedesk', Label: 'What goes on', NavBar: '/dashboard', ...view },
  { Path: 'modules.livedesk', Label: 'Live blog', ...view },
  { Path: 'modules.livedesk.add', Label: 'New live blog', NavBar: '/live-blogs/new', ...edit },
  { Path: 'modules.livedesk.archive', Label: 'Closed live blogs', NavBar: '/live-blogs/closed', ...view },
  { Path: 'modules.livedesk.blog-edit', Label: 'Title and description', ...publish },
  { Path: 'modules.livedesk.blog-post-publish', Label: 'Publish posts', ...publish },
  { Path: 'modules.livedesk.blog-publish', Label: 'Go live', ...publish },
  { Path: 'modules.livedesk.configure', Label: 'Settings', ...publish },
  { Path: 'modules.livedesk.edit', Label: 'Write posts', ...post },
  { Path: 'modules.livedesk.manage-collaborators', Label: 'Who writes here', ...publish },
  { Path: 'modules.livedesk.manage-feeds', Label: 'Where posts come from', ...publish },
  { Path: 'modules.media-archive', Label: 'Media', ...media },
  { Path: 'modules.media-archive.add', Label: 'Upload', rights: ['IAM upload'] },
  { Path: 'modules.media-archive.main', Label: 'Browse media', ...media },
  { Path: 'modules.media-archive.types', Label: 'Kinds of media', ...media },
  { Path: 'modules.media-archive.types.audio', Label: 'Sound', rights: ['IAM Audio view'] },
  { Path: 'modules.media-archive.types.image', Label: 'Pictures', rights: ['IAM Image view'] },
  { Path: 'modules.media-archive.types.video', Label: 'Video', rights: ['IAM Video view'] },
  { Path: 'modules.request', Label: 'Addresses of the service', ...inspect },
  { Path: 'modules.request.list', Label: 'All addresses', NavBar: '/addresses/all', ...inspect },
  { Path: 'modules.user', Label: 'People', ...users },
  { Path: 'modules.user.list', Label: 'All people', NavBar: '/people/all', ...users },
  { Path: 'modules.user.update', Label: 'Change people', rights: ['Users update'] }
]
