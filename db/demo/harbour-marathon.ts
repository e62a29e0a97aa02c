/** A closed blog about a marathon in Ullenmouth, an invented city. */
import type { DemoBlog } from './newsroom.ts'

export const harbourMarathon: DemoBlog = {
  title: '38th Harbour Marathon: as it happened',
  description:
    '<span class="lede" data-region="ullenmouth harbour">42.195 kilometres, three bridges, one seal.</span> ' +
    'Sunday, 11 October 2026, from the ship’s horn to the last finisher. <span class="status" data-state="closed">This blog is closed.</span>',
  language: 'en',
  creator: 'aurelie',
  createdOn: '2026-09-28T08:15:42Z',
  liveOn: '2026-10-11T06:00:00Z',
  closedOn: '2026-10-12T17:30:00Z',
  members: [
    { user: 'bjarki', type: 'Administrator' },
    { user: 'gero', type: 'Collaborator' },
    { user: 'ishan', type: 'Collaborator' },
    { user: 'mio', type: 'Collaborator' },
    { user: 'folake', type: 'Collaborator' }
  ],
  posts: [
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p><b>Welcome to the 38th Harbour Marathon!</b> Today’s programme:</p>\n<ul>\n' +
        '<li>8.15 a.m. wheelchairs and handcycles</li>\n<li>8.30 a.m. everybody else, 9,418 of them</li>\n' +
        '<li>about 10.40 a.m. first man, about 10.58 a.m. first woman, if the course record falls</li>\n' +
        '<li>2.30 p.m. the broom wagon 🧹</li>\n</ul>',
      createdOn: '2026-09-30T08:05:07Z',
      publishedOn: '2026-10-11T06:00:30Z'
    },
    {
      type: 'link',
      creator: 'gero',
      content:
        '<p>Where to stand, where to park, where there is cake: ' +
        '<a href="https://www.tidewater.example/marathon/map?km=0-42&amp;cake=yes">the course in one map</a>.</p>',
      meta: {
        url: 'https://www.tidewater.example/marathon/map?km=0-42&cake=yes',
        title: 'Harbour Marathon: the course',
        description: 'Start and finish at the Custom House, turning point at the North Mole',
        siteName: 'The Tidewater'
      },
      createdOn: '2026-10-01T12:00:00Z',
      publishedOn: '2026-10-11T06:05:00Z'
    },
    {
      type: 'normal',
      creator: 'gero',
      content:
        'Favourites, part 1 (unfinished). Men: Ravelsund (North Mole Harriers), 2:10:58 in spring, calf? Women: Dorrowe (Gannet Hill Runners), ' +
        '2:28:30 here in 2024 = course record; trains with her postman. To do: call both trainers & check the calf. If < 2 answers, drop it.',
      createdOn: '2026-10-05T09:09:09Z'
    },
    {
      type: 'advertisement',
      creator: 'bjarki',
      content:
        '<p><b>Blister &amp; Sons</b>, shoemakers since 1931. “We are sorry about the name.” ' +
        '<a href="https://blister.example/shoes?size=42&amp;width=195">10% off until the last finisher is home.</a></p>',
      meta: {
        annotation: 'Advertisement',
        client: 'Blister & Sons',
        url: 'https://blister.example/shoes?size=42&width=195',
        width: 600,
        height: 120
      },
      createdOn: '2026-10-09T14:31:00Z',
      publishedOn: '2026-10-11T06:10:00Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        'Weather at the start: 9 °C, wind NE 14 km/h, humidity 81 %. Last year it was 23 °C, so: 9 < 23 & everybody is happy, ' +
        'except the man who sells the ice.',
      createdOn: '2026-10-11T06:42:00Z',
      publishedOn: '2026-10-11T06:44:08Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/bibs.svg" alt="A family pins numbers on each other">' +
        '<figcaption>The Obuya-Lindqvists pin on their numbers, 4401 to 4404. 👨‍👩‍👧‍👦 The smallest carries the bananas. 🍌</figcaption></figure>',
      meta: {
        url: '/content/bibs.svg',
        caption: 'The Obuya-Lindqvists pin on their numbers, 4401 to 4404.',
        credit: '汐浜 澪 / The Tidewater',
        width: 960,
        height: 640,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-10-11T07:30:12Z',
      publishedOn: '2026-10-11T07:31:00Z',
      updatedOn: '2026-10-11T07:35:17Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        '<p><b>The wheelchairs are off.</b> 👩🏽‍🦽👨🏼‍🦽 Twenty-six of them, down Custom House Hill at a speed that would get a car a ticket.</p>',
      createdOn: '2026-10-11T08:15:00Z',
      publishedOn: '2026-10-11T08:15:40Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p><b>And there goes the horn!</b> The dredger <i>Patience</i> has sent 9,418 runners on their way, 37 seconds of it, and every gull in the basin too. ' +
        '🏃🏾‍♀️🏃‍♂️🏃🏻‍♀️</p><p>It takes eleven minutes until the last of them has crossed the start.</p>',
      createdOn: '2026-10-11T08:30:00Z',
      publishedOn: '2026-10-11T08:31:22Z'
    },
    {
      type: 'normal',
      creator: 'gero',
      content:
        '<p><b>10 km, 31:10.</b> Five men together: Ravelsund and Osk (both North Mole Harriers), Tembeling (Kiln Fields AC), ' +
        'Le Gallouédic (Les Vagabonds de Port-Céladon), Brüßhaver (SV Tannwerder). Nobody wants to lead into the wind. ' +
        '„Nach Ihnen“, says the German. «\u00a0Je vous en prie\u00a0», says the Frenchman.</p>',
      createdOn: '2026-10-11T09:01:40Z',
      publishedOn: '2026-10-11T09:02:29Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        '<p>Attention at km 19: <b>a seal is asleep on the slipway.</b> 🦭 It lies on the ideal line. A marshal has put a cone on either side ' +
        'and a third, for want of instructions, on top of his own head. Runners keep left.</p>',
      createdOn: '2026-10-11T09:20:55Z',
      publishedOn: '2026-10-11T09:21:30Z'
    },
    {
      type: 'normal',
      creator: 'gero',
      content:
        '<p><b>Half-way.</b></p><p>Men: 1:05:40, still five together.<br />Women: 1:13:20 for Sennait Dorrowe, alone, and 55 seconds <i>inside</i> her own record. ' +
        'She took a cup from her mother at km 20 and gave it back full: “Too warm, Mum.”</p>',
      createdOn: '2026-10-11T09:44:30Z',
      publishedOn: '2026-10-11T09:45:03Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        '<p><b>First winner of the day: Zoe\u0308 Marchand-Lunde, wheelchair race, 1:34:52.</b> 🏁 She rolled the last metres backwards “to see who is coming”. ' +
        'Nobody was coming for two minutes.</p>',
      createdOn: '2026-10-11T09:49:58Z',
      publishedOn: '2026-10-11T09:51:44Z'
    },
    {
      type: 'quote',
      creator: 'gero',
      content:
        '<blockquote lang="fr">«\u00a0Je lui ai dit d’attendre le troisième pont. Il attend toujours bien, sauf les dimanches.\u00a0»</blockquote>' +
        '<p>“I told him to wait for the third bridge. He is always good at waiting, except on Sundays.”</p>',
      meta: {
        annotation: 'Marie-Noëlle Hascoët-Brun, trainer of Ewen Le Gallouédic, at km 28',
        source: 'The Tidewater, on the motorbike',
        language: 'fr'
      },
      createdOn: '2026-10-11T10:05:17Z',
      publishedOn: '2026-10-11T10:06:00Z'
    },
    {
      type: 'normal',
      creator: 'gero',
      content:
        '<p><b>35 km: and it was the second bridge.</b> Le Gallouédic attacks, Ravelsund goes with him, the others do not. Two men, ten metres, ' +
        'seven kilometres. Brüßhaver holds his side. Tembeling holds his hat.</p>',
      createdOn: '2026-10-11T10:20:04Z',
      publishedOn: '2026-10-11T10:20:41Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p><b>Piet Ravelsund wins in 2:11:48!</b> He passed Le Gallouédic on the cobbles of Custom House Hill, 300 metres from the tape, ' +
        'and apologised as he did. Second: Le Gallouédic, 2:11:56. Third: <s>Brüßhaver, 2:13:30</s> <i>(corrected, see Monday’s note)</i>.</p>',
      meta: { annotation: 'Third place corrected on Monday, see below' },
      createdOn: '2026-10-11T10:42:03Z',
      publishedOn: '2026-10-11T10:43:15Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/finish.svg" alt="Two runners lean on each other behind a finish line">' +
        '<figcaption>Ravelsund and Le Gallouédic, eight seconds and one bottle apart. <span lang="ja">お疲れさまでした。</span></figcaption></figure>',
      meta: {
        url: '/content/finish.svg',
        caption: 'Ravelsund and Le Gallouédic, eight seconds and one bottle apart.',
        credit: '汐浜 澪 / The Tidewater',
        width: 960,
        height: 640,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-10-11T10:46:20Z',
      publishedOn: '2026-10-11T10:47:00Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p><b>RECORD! Sennait Dorrowe, 2:27:09.</b> One minute and 21 seconds faster than any woman has ever run here, herself included. ' +
        'The postman she trains with stood at the tape with a registered letter, and she had to sign for it. 🎉✉️</p>',
      meta: { annotation: 'Breaking', push: true },
      createdOn: '2026-10-11T10:57:31Z',
      publishedOn: '2026-10-11T10:58:10Z'
    },
    {
      type: 'quote',
      creator: 'folake',
      content:
        '<blockquote>"At kilometre 19 I saw a seal and thought: now it begins, the seeing of things. It was such a relief that it was a seal."</blockquote>',
      meta: {
        annotation: 'Sennait Dorrowe, winner of the women’s race',
        source: 'Finish area'
      },
      createdOn: '2026-10-11T11:10:00Z',
      publishedOn: '2026-10-11T11:12:36Z'
    },
    {
      type: 'wrapup',
      creator: 'aurelie',
      content:
        '<p><b>Noon.</b> What you missed while you slept in:</p><ol>' +
        '<li>Women: Sennait Dorrowe (Gannet Hill Runners) 2:27:09, course record</li>' +
        '<li>Men: Piet Ravelsund (North Mole Harriers) 2:11:48, on the last hill</li>' +
        '<li>Wheelchair: Zoe\u0308 Marchand-Lunde (Kiln Fields AC) 1:34:52, backwards</li>' +
        '<li>Seal: still there, personal best</li></ol><p>3,107 of 9,418 are home. The rest are having a longer day, and a better one for signs.</p>',
      createdOn: '2026-10-11T12:00:00Z',
      publishedOn: '2026-10-11T12:00:00Z'
    },
    {
      type: 'normal',
      creator: 'folake',
      content:
        '<p>Best signs between km 25 and km 40:</p><ul>' +
        '<li>“Your parking meter expired at km 12”</li>' +
        '<li lang="yo">“Má ṣe dúró, ọbẹ̀ ti fẹ́rẹ̀ẹ́ jinná!” (Don’t stop, the soup is nearly done!)</li>' +
        '<li lang="de">„Umdrehen wäre jetzt auch weit“ (Turning round would be far, too)</li>' +
        '<li lang="uk">«Тату, ти вже майже вдома!» (Dad, you’re almost home!) 🇺🇦</li>' +
        '<li lang="ar" dir="rtl">«لا تتوقّف، الشاي جاهز!»</li></ul><p>That last one, \u2067«الشاي جاهز»\u2069, says the tea is ready. It was.</p>',
      createdOn: '2026-10-11T13:18:25Z',
      publishedOn: '2026-10-11T13:22:00Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p><b>5:59:51.</b> Ottoline Grahl, 81, number 38, has run all 38 Harbour Marathons, and finishes this one nine seconds before the limit. ' +
        'The whole hill counted with her. The driver of the broom wagon had stopped “to tie a shoe”. He wears clogs.</p>',
      createdOn: '2026-10-11T14:29:58Z',
      publishedOn: '2026-10-11T14:33:20Z'
    },
    {
      type: 'link',
      creator: 'ishan',
      content:
        '<p>8,962 finishers, every name, every split: <a href="https://results.harbour-marathon.example/?year=2026&amp;sort=time">the full results</a>.</p>',
      meta: {
        url: 'https://results.harbour-marathon.example/?year=2026&sort=time',
        title: 'Results 2026',
        siteName: 'Harbour Marathon',
        annotation: 'Provisional until Monday noon'
      },
      createdOn: '2026-10-11T14:52:00Z',
      publishedOn: '2026-10-11T14:52:39Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p><b>Correction.</b> We wrote that Brüßhaver came third in the men’s race. He came fourth. Third, in 2:13:29, was Awang Tembeling of Kiln Fields AC, ' +
        'one second ahead and hidden behind his hat. We have marked the post above, and sent him a hatpin.</p>',
      createdOn: '2026-10-12T09:30:00Z',
      publishedOn: '2026-10-12T09:41:07Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<p>Gallery, 24 pictures. Two families have not answered yet, so not all faces are cleared. Not before Wednesday.</p>',
      meta: {
        url: 'https://pictures.tidewater.example/2026/10/11/gallery.zip',
        annotation: 'rights open: pictures 7, 19',
        count: 24
      },
      createdOn: '2026-10-12T16:40:00Z'
    },
    {
      type: 'wrapup',
      creator: 'aurelie',
      content:
        '<p>That was the 38th. 9,418 started, 8,962 arrived, one slept. The seal left at high tide, at 3.20 p.m., without a medal. ' +
        'The 39th Harbour Marathon is on 10 October 2027; Ottoline Grahl has already put her name down.</p>' +
        '<p>This was Gero Straßwieck’s last blog with us, after 400 matches, 61 races and one regatta that nobody won. <span lang="de">Mach’s gut, Gero!</span> We close here.</p>',
      createdOn: '2026-10-12T17:25:00Z',
      publishedOn: '2026-10-12T17:28:33Z'
    }
  ]
}
