/** The types of the demo newsroom's content: blogs with their members and posts. */

export interface DemoPost {
  type: 'normal' | 'wrapup' | 'link' | 'image' | 'quote' | 'advertisement'
  creator: string
  content: string
  meta?: Readonly<Record<string, unknown>>
  createdOn: string
  publishedOn?: string
  updatedOn?: string
}

export interface DemoBlog {
  title: string
  description: string
  language: 'en' | 'de' | 'fr'
  creator: string
  createdOn: string
  liveOn?: string
  closedOn?: string
  members: readonly { user: string; type: 'Collaborator' | 'Administrator' }[]
  posts: readonly DemoPost[]
}
