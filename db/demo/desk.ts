/** Loads the embed settings, pictures, sources, syncs and groups of the demo newsroom's blogs. */
import type { Sql } from '../client.ts'
import { electionNight } from './election-night.ts'
import { harbourMarathon } from './harbour-marathon.ts'

/** The embed settings of each blog, by blog title. */
const embeds = [
  [
    electionNight.title,
    {
      ...{ theme: 'default', UserComments: true, MediaToggle: false, MediaUrl: '', MediaImage: '' },
      Lead: {
        url: '/content/demo/ullenmouth-at-night-1600x900w.webp',
        alt: 'Lit windows of the town hall and of houses along a harbour at night, with boats on the water',
        credit: 'Drawing: Mio, for The Tidewater'
      }
    }
  ],
  [harbourMarathon.title, { theme: 'compact', UserComments: false }]
] as const

const configurations = [
  [electionNight.title, 'embed.refresh', '10'],
  [electionNight.title, 'embed.page', '15'],
  [electionNight.title, 'newsroom.handover', 'Mira until midnight, then Folake'],
  [harbourMarathon.title, 'embed.page', '20']
] as const

/** Another newspaper, whose blogs the demo newsroom's blogs take posts from. Its addresses lead nowhere: see RFC 2606. */
const provider = { name: 'The Skerry Sentinel', uri: 'https://live.skerry-sentinel.example/resources/' }
const chainedBlogs = [
  {
    title: electionNight.title,
    name: 'Skerry Isles: the count',
    uri: `${provider.uri}Desk/Blog/41`,
    creator: 'mira',
    cId: 118,
    since: '2026-11-15T20:02:11Z',
    auto: true
  },
  {
    title: electionNight.title,
    name: 'Skerry Isles: who is standing',
    uri: `${provider.uri}Desk/Blog/39`,
    creator: 'mira',
    cId: null,
    since: null,
    auto: false
  },
  {
    title: harbourMarathon.title,
    name: 'Skerry Half: runners abroad',
    uri: `${provider.uri}Desk/Blog/27`,
    creator: 'folake',
    cId: 64,
    since: '2026-10-04T07:30:00Z',
    auto: false
  }
] as const

/** Must run after the blogs are loaded. @param idOf returns the id of a user by login name */
export const loadDesk = async (sql: Sql, idOf: (name: string) => number): Promise<void> => {
  for (const [title, settings] of embeds) {
    await sql`update blogs set embed_config = ${JSON.stringify(settings)} where title = ${title}`
  }
  for (const [title, name, value] of configurations) {
    await sql`
      insert into configurations (blog, name, value) select id, ${name}, ${value} from blogs where title = ${title}`
  }
  await sql`
    insert into blog_media (blog, type, rank)
    select id, 'top_banner', 1 from blogs where title = ${electionNight.title}`

  await sql`insert into sources (name, type, uri) values (${provider.name}, 'blog provider', ${provider.uri})`
  for (const { title, name, uri, creator, cId, since, auto } of chainedBlogs) {
    await sql`
      with source as (
        insert into sources (name, type, uri, origin_name, origin_uri)
        values (${name}, 'chained blog', ${uri}, ${provider.name}, ${provider.uri})
        returning id
      ), attached as (
        insert into blog_sources (blog, source)
        select blogs.id, source.id from blogs, source where blogs.title = ${title}
      )
      insert into syncs (blog, source, creator, c_id, sync_start, auto, is_paused)
      select blogs.id, source.id, ${idOf(creator)}, ${cId}, ${since}, ${auto}, true
      from blogs, source where blogs.title = ${title}`
  }

  // A group of two members of the first blog, so that its list of drafts has some.
  await sql`
    with new_group as (
      insert into blog_collaborator_groups (blog, last_access_on)
      select id, '2026-11-15T21:40:00Z' from blogs where title = ${electionNight.title}
      returning id, blog
    )
    insert into blog_collaborator_group_members ("group", collaborator, blog)
    select new_group.id, member.collaborator, new_group.blog
    from new_group, lateral (
      select collaborator from blog_collaborators
      where blog_collaborators.blog = new_group.blog order by collaborator limit 2
    ) as member`
}
