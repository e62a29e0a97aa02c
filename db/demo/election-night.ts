/** A live blog about an election night in Ullenmouth, an invented city. */
import type { DemoBlog } from './newsroom.ts'

export const electionNight: DemoBlog = {
  title: 'Ullenmouth votes: election night, live',
  description:
    '<span class="lede" data-region="ullenmouth">A new mayor, 61 council seats and a race nobody dares to call.</span> ' +
    'Our reporters are in the counting hall, at the parties and on the last ferry. ' +
    '<span class="note" data-region="estuary">All times are local. Updates in the order they happen; corrections are marked.</span>',
  language: 'en',
  creator: 'mira',
  createdOn: '2026-11-09T10:02:33Z',
  liveOn: '2026-11-15T06:30:00Z',
  members: [
    { user: 'bjarki', type: 'Administrator' },
    { user: 'folake', type: 'Administrator' },
    { user: 'aurelie', type: 'Collaborator' },
    { user: 'orysia', type: 'Collaborator' },
    { user: 'lefteris', type: 'Collaborator' },
    { user: 'naama', type: 'Collaborator' },
    { user: 'salma', type: 'Collaborator' },
    { user: 'mio', type: 'Collaborator' },
    { user: 'ishan', type: 'Collaborator' }
  ],
  posts: [
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>Good morning, Ullenmouth.</b> Polling stations open at seven and close at eight tonight. ' +
        '312,480 people may vote for a mayor and for the 61 seats of the city council.</p>' +
        '<p>We will be here until it is over. Last time that was ten past eleven. Bring a flask.</p>',
      createdOn: '2026-11-12T09:14:05Z',
      publishedOn: '2026-11-15T06:31:00Z'
    },
    {
      type: 'link',
      creator: 'aurelie',
      content:
        '<p>DRAFT. Candidate questionnaire: 20 questions, four candidates, one very long answer about seagulls. ' +
        'Waiting for Malk’s replies, then out.</p>',
      meta: {
        url: 'https://www.tidewater.example/vote/questionnaire?edition=2026&part=1',
        title: 'Twenty questions for the next mayor',
        siteName: 'The Tidewater',
        annotation: 'Do not publish with three of four answers.'
      },
      createdOn: '2026-11-12T15:40:28Z'
    },
    {
      type: 'normal',
      creator: 'folake',
      content:
        '<p>Five things to know before you put the kettle on:</p>\n<ol>\n' +
        '<li><b>Mayor:</b> one round, most votes wins. Four candidates.</li>\n' +
        '<li><b>Council:</b> 61 seats, so 31 is a majority. Mayor Ansgar Pell’s Breakwater Union holds 26.</li>\n' +
        '<li><b>The challenger:</b> Teodora Quill of the Lantern List, harbour pilot, first campaign.</li>\n' +
        '<li><b>The kingmakers:</b> Obiageli Fenn’s Trams &amp; Gardens and Jorunn Malk’s Dockhands’ Bench.</li>\n' +
        '<li><b>The joke that polls at 1.6%:</b> the Herring Ballot, who want the weathervane back.</li>\n</ol>',
      createdOn: '2026-11-13T11:20:00Z',
      publishedOn: '2026-11-15T06:45:12Z'
    },
    {
      type: 'advertisement',
      creator: 'bjarki',
      content:
        '<p><b>Cafe\u0301 Bollard</b> opens at 5.30 today. Show your inky thumb, get a second cup. ' +
        '<a href="https://bollard.example/?table=2&amp;day=sunday">Book a window seat</a></p>',
      meta: {
        annotation: 'Advertisement',
        client: 'Cafe\u0301 Bollard',
        url: 'https://bollard.example/?table=2&day=sunday',
        width: 600,
        height: 120
      },
      createdOn: '2026-11-13T16:00:00Z',
      publishedOn: '2026-11-15T06:50:00Z',
      updatedOn: '2026-11-15T06:54:17Z'
    },
    {
      type: 'normal',
      creator: 'orysia',
      content:
        '<p>Seven o’clock, and the doors are open. At the Dovecote School the caretaker rang the playground bell, ' +
        'which she says is “not in the rules, but not against them”.</p>' +
        '<p>Pani Halyna, 79, in the queue: <i lang="uk">«Я прийшла о шостій сорок, щоб бути першою. Була сьомою.»</i> ' +
        '(I came at six forty to be first. I was seventh.)</p>',
      createdOn: '2026-11-15T07:00:04Z',
      publishedOn: '2026-11-15T07:06:40Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/lightship-row.svg" ' +
        'alt="People in raincoats queue along a quay at dawn">' +
        '<figcaption>Lightship Row, first light. The queue goes round the bait shop.</figcaption></figure>',
      meta: {
        url: '/content/lightship-row.svg',
        caption: 'Lightship Row, first light. The queue goes round the bait shop.',
        credit: '汐浜 澪 / The Tidewater',
        width: 960,
        height: 640,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-11-15T07:38:51Z',
      publishedOn: '2026-11-15T07:41:19Z'
    },
    {
      type: 'normal',
      creator: 'lefteris',
      content:
        '<p>Little Smyrna votes in the hall of the sponge divers’ club, and nobody leaves without coffee. ' +
        'Kyriakos, who runs the pot:</p>' +
        '<blockquote lang="el">«Ψηφίζω εδώ από το 1974, και ο καφές είναι πάντα καλύτερος από τους υποψηφίους.»</blockquote>' +
        '<p>I have voted here since 1974, and the coffee has always been better than the candidates.</p>',
      createdOn: '2026-11-15T08:15:20Z',
      publishedOn: '2026-11-15T08:15:20Z'
    },
    {
      type: 'quote',
      creator: 'salma',
      content:
        '<blockquote lang="ar" dir="rtl">«انتظرتُ أربعين دقيقة في الطابور، ولم أندم على دقيقة واحدة.»</blockquote>' +
        '<p>“I waited forty minutes in the queue and did not regret a single one.”</p>',
      meta: {
        annotation: 'Umm Karim, tailor, Cedar Arcade polling station',
        source: 'Interview, Cedar Arcade',
        language: 'ar'
      },
      createdOn: '2026-11-15T09:09:09Z',
      publishedOn: '2026-11-15T09:10:02Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        "All four candidates have voted. Pell at 8:40 on Gannet Hill, Quill < 10 minutes later at the pilots' house, " +
        'Fenn by tram (of course), Malk straight from the night shift. Time in the booth: Malk > Fenn > Pell > Quill. ' +
        '"I knew what I wanted," said Quill. Q&A with all four at 6 p.m. on our front page.',
      createdOn: '2026-11-15T09:52:13Z',
      publishedOn: '2026-11-15T09:55:00Z'
    },
    {
      type: 'link',
      creator: 'folake',
      content:
        '<p>Moved house? Lost your card? Broke your glasses? ' +
        '<a href="https://www.tidewater.example/vote/guide?lang=en&amp;step=3">Our voting guide</a> has an answer, and an address.</p>',
      meta: {
        url: 'https://www.tidewater.example/vote/guide?lang=en&step=3',
        title: 'How to vote in Ullenmouth, in eleven languages',
        description: 'Where, when, with what, and who may help you in the booth.',
        siteName: 'The Tidewater',
        thumbnail: 'https://pictures.tidewater.example/thumbs/guide.png'
      },
      createdOn: '2026-11-15T10:30:00Z',
      publishedOn: '2026-11-15T10:30:45Z'
    },
    {
      type: 'normal',
      creator: 'naama',
      content:
        'HOLD!! One caller says Kiln Fields ran out of ballot papers. Have ONE source & he was not inside. ' +
        'Election office: "we don\'t know of anything". On my way there. Do not publish with < 2 sources.',
      createdOn: '2026-11-15T11:17:36Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>Turnout at noon: 23.9%.</b> Four years ago it was 21.4% at this time. ' +
        'The election office reports no incidents. (We checked a rumour about missing ballot papers in Kiln Fields: it is not true. ' +
        'They had run out of <i>pencils</i>, for six minutes.)</p>',
      createdOn: '2026-11-15T12:00:00Z',
      publishedOn: '2026-11-15T12:00:00Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        '<p>Three generations in one queue on Capstan Row: Reva, 18, her parents and her grandmother 👵🏽👨‍👩‍👧. ' +
        'Reva: <span lang="hi">“आज पहली बार वोट दिया, और दादी भी साथ थीं।”</span> Today I voted for the first time, and Grandma was there too.</p>' +
        '<p>Grandma, asked the same question: “For the trams. Write that down.”</p>',
      createdOn: '2026-11-15T12:46:08Z',
      publishedOn: '2026-11-15T12:49:31Z'
    },
    {
      type: 'normal',
      creator: 'naama',
      content:
        '<p>New this year: a tactile frame that is laid over the ballot, so that blind voters need no helper. ' +
        'Tirza Almogan used it at the Chain Locker library.</p>' +
        '<p dir="rtl" lang="he">„אני לא רואה את הפתק, אבל הפעם אני בטוחה מה סימנתי.”</p>' +
        '<p>“I can’t see the slip, but this time I am sure what I marked.”</p>',
      createdOn: '2026-11-15T13:33:50Z',
      publishedOn: '2026-11-15T13:35:24Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/dogs.svg" ' +
        'alt="Four dogs tied to a railing, looking at a door">' +
        '<figcaption>Undecided voters, Sailmakers’ Court. 🐕🐩🐕‍🦺🐾</figcaption></figure>',
      meta: {
        url: '/content/dogs.svg',
        caption: 'Undecided voters, Sailmakers’ Court.',
        annotation: 'From left: Biscuit, Commodore, Frau Doktor, name withheld',
        credit: '汐浜 澪 / The Tidewater',
        width: 900,
        height: 900,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-11-15T14:20:37Z',
      publishedOn: '2026-11-15T14:21:11Z'
    },
    {
      type: 'normal',
      creator: 'mio',
      content:
        '<p>Lotus Yard. Outside the noodle bar <span lang="ja">麺処 𠮷波</span> the talk is of hills and lunch.</p>\n' +
        '<p lang="ja">「投票所まで坂が三つ。でも今日は行く価値がありました。」</p>\n<p>Three slopes to the polling station, but today it was worth the climb.</p>\n' +
        '<p lang="zh">“票投完了，现在该吃面了。”</p>\n<p>Vote’s done, time for noodles. 🍜</p>',
      createdOn: '2026-11-15T15:05:55Z',
      publishedOn: '2026-11-15T15:08:00Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>Turnout at 4 p.m.: 44.7%</b> (2022: 41.0%). Highest so far: Gannet Hill, 52.3%. Lowest: Tollgate, 33.8%. ' +
        'Both camps say that this helps them. One of them is right.</p>',
      createdOn: '2026-11-15T16:10:00Z',
      publishedOn: '2026-11-15T16:12:27Z'
    },
    {
      type: 'advertisement',
      creator: 'bjarki',
      content:
        '<p>The Tidewater is paid for by 18,206 members. Tonight costs us nine taxis, one ferry and a great deal of soup. ' +
        '<a href="https://members.tidewater.example/join?from=live&amp;night=election">Become number 18,207.</a></p>',
      meta: {
        annotation: 'House advertisement',
        client: 'The Tidewater, members’ desk',
        url: 'https://members.tidewater.example/join?from=live&night=election',
        width: 600,
        height: 90
      },
      createdOn: '2026-11-15T16:58:02Z',
      publishedOn: '2026-11-15T17:00:00Z'
    },
    {
      type: 'normal',
      creator: 'folake',
      content:
        '<p>Old Ropewalk, after the second service. Mama Ìyábọ̀dé came in her wedding lace because “it is the same kind of decision”.</p>' +
        '<p lang="yo">“Ẹ kú ìrọ̀lẹ́! Ohùn kan ni mo ní, mo sì ti lò ó.”</p>' +
        '<p>Good evening! I have one voice, and I have used it.</p>',
      createdOn: '2026-11-15T17:30:30Z',
      publishedOn: '2026-11-15T17:34:06Z'
    },
    {
      type: 'wrapup',
      creator: 'aurelie',
      content:
        '<p><b>The day so far</b></p>\n<ul>\n' +
        '<li>Turnout is running 3 to 4 points ahead of 2022.</li>\n' +
        '<li>No serious incidents; pencils are back in Kiln Fields.</li>\n' +
        '<li>Fog warning for the outer estuary from 9 p.m. The island ballot boxes come by ferry. Remember this line.</li>\n' +
        '<li>Polls close at 8 p.m.; our exit poll follows on the stroke.</li>\n</ul>',
      createdOn: '2026-11-15T18:22:00Z',
      publishedOn: '2026-11-15T18:25:00Z'
    },
    {
      type: 'normal',
      creator: 'orysia',
      content:
        '<p>Kiln Fields, 48 minutes to go, about 150 people in line, a neighbour handing out soup. ' +
        'The presiding officer has come out with a megaphone: <b>whoever stands in the queue at eight may vote.</b> Applause. ' +
        'Somebody asks for more soup.</p>',
      createdOn: '2026-11-15T19:12:44Z',
      publishedOn: '2026-11-15T19:14:00Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<p>EMBARGO 20:00:00. First version of the exit poll chart, colours of Fenn and Malk swapped, DO NOT USE.</p>',
      meta: {
        url: '/content/exit-poll.svg',
        annotation: 'wrong colours, see v2',
        width: 980,
        height: 630,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-11-15T19:45:03Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>Polls are closed. Exit poll: too close to call.</b></p>' +
        '<p>Mayor:</p><ul><li>Teodora Quill (Lantern List) 38%</li><li>Ansgar Pell (Breakwater Union) 37%</li>' +
        '<li>Obiageli Fenn (Trams &amp; Gardens) 16%</li><li>Jorunn Malk (Dockhands’ Bench) 9%</li></ul>' +
        '<p>6,114 voters asked at 40 stations, with Radio Estuary. Margin of error ±2 points, so: nobody knows.</p>',
      meta: { annotation: 'Breaking', push: true },
      createdOn: '2026-11-15T19:58:30Z',
      publishedOn: '2026-11-15T20:00:00Z',
      updatedOn: '2026-11-15T20:04:17Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/exit-poll.svg" ' +
        'alt="Bar chart of the exit poll for the council">' +
        '<figcaption>Council, seats by exit poll: Lantern List 19–22, Breakwater Union 18–21, Trams &amp; Gardens 9–12, ' +
        'Dockhands’ Bench 6–8, Upriver Voice 2–4, Herring Ballot 0–1.</figcaption></figure>',
      meta: {
        url: '/content/exit-poll.svg',
        caption: 'Council, seats by exit poll',
        credit: 'Graphics desk',
        width: 980,
        height: 630,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-11-15T20:02:10Z',
      publishedOn: '2026-11-15T20:04:18Z'
    },
    {
      type: 'quote',
      creator: 'folake',
      content:
        '<blockquote>“A pilot who says ‘we are in’ before the rope is on the bollard gets wet. The rope is not on the bollard.”</blockquote>',
      meta: {
        annotation: 'Teodora Quill, Lantern List, on the exit poll',
        source: 'Lantern List party, Pilots’ Hall'
      },
      createdOn: '2026-11-15T20:09:47Z',
      publishedOn: '2026-11-15T20:10:30Z'
    },
    {
      type: 'quote',
      creator: 'lefteris',
      content: '<blockquote>"I have lost eleven exit polls and one election. I will wait for the count."</blockquote>',
      meta: {
        annotation: 'Mayor Ansgar Pell, Breakwater Union',
        source: 'Breakwater Union party, Grand Hotel Mole',
        fact: { checked: true, note: 'It was ten exit polls.' }
      },
      createdOn: '2026-11-15T20:16:21Z',
      publishedOn: '2026-11-15T20:17:59Z'
    },
    {
      type: 'normal',
      creator: 'salma',
      content:
        '<p>The counting hall is the old fish market: 143 tables, one for each polling station, under the auction clock that stopped in 1988. ' +
        'First boxes are being emptied now. It sounds like rain. It still smells like Thursday.</p>',
      createdOn: '2026-11-15T20:27:00Z',
      publishedOn: '2026-11-15T20:28:16Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        '<p><b>First result of the night, 20:41:36.</b> Lightship Row, as always, and five minutes faster than Cooper’s Basin, as always.</p>' +
        '<pre>Pell\t212\nQuill\t187\nFenn\t 64\nMalk\t 41</pre><p>504 votes. Please do not draw conclusions. (Everybody in this hall is drawing conclusions.)</p>',
      createdOn: '2026-11-15T20:41:36Z',
      publishedOn: '2026-11-15T20:42:50Z'
    },
    {
      type: 'link',
      creator: 'naama',
      content:
        '<p>Every table as it reports: <a href="https://www.tidewater.example/map?layer=mayor&amp;view=stations&amp;refresh=30">the live map</a>. ' +
        'Grey means “still counting”. It is very grey.</p>',
      meta: {
        url: 'https://www.tidewater.example/map?layer=mayor&view=stations&refresh=30',
        title: 'Ullenmouth 2026: the map of the night',
        description: '143 stations, 4 candidates, updated every 30 seconds',
        siteName: 'The Tidewater'
      },
      createdOn: '2026-11-15T20:55:00Z',
      publishedOn: '2026-11-15T20:55:33Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>17 of 143 stations.</b> Pell 40.2%, Quill 35.1%, Fenn 15.6%, Malk 9.1%.</p>' +
        '<p>Patience: the small harbour stations report first, and they are the mayor’s home ground.</p>',
      createdOn: '2026-11-15T21:05:00Z',
      publishedOn: '2026-11-15T21:05:00Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p>Au quartier des Cordiers, Solène range les chaises du bureau de vote qu’elle a tenu treize heures durant\u00a0: ' +
        '<i lang="fr">«\u00a0On a gardé le rideau levé et la machine à café allumée jusqu’à vingt heures. Le café a tenu une minute de moins que nous.\u00a0»</i></p>' +
        '<p>They kept the shutter up and the coffee machine on until eight. The coffee gave out one minute before they did.</p>',
      createdOn: '2026-11-15T21:19:38Z',
      publishedOn: '2026-11-15T21:22:00Z'
    },
    {
      type: 'normal',
      creator: 'folake',
      content:
        '<p><b>58 of 143.</b> Pell 38.9%, Quill 36.0%, Fenn 16.2%, Malk 8.9%. The gap was five points; now it is three. ' +
        'At Pilots’ Hall somebody has started to count out loud. Somebody else has asked them to stop.</p>',
      createdOn: '2026-11-15T21:48:09Z',
      publishedOn: '2026-11-15T21:49:00Z'
    },
    {
      type: 'quote',
      creator: 'orysia',
      content:
        '<blockquote>“Fourth is fourth. We go back to work at six, and we go back to the council on Tuesday.”</blockquote>',
      meta: {
        annotation: 'Jorunn Malk, Dockhands’ Bench, concedes the mayoral race',
        source: 'Union hall, Pier 9'
      },
      createdOn: '2026-11-15T22:02:53Z',
      publishedOn: '2026-11-15T22:04:00Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/depot.svg" ' +
        'alt="People dance between two trams in a depot">' +
        '<figcaption>The Trams &amp; Gardens party is in the depot, on line 4. 🚋🌿 The band plays “All Change, Please” for the third time. 𝄞</figcaption></figure>',
      meta: {
        url: '/content/depot.svg',
        caption: 'The Trams & Gardens party is in the depot, on line 4.',
        credit: '汐浜 澪 / The Tidewater',
        width: 960,
        height: 540,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-11-15T22:14:40Z',
      publishedOn: '2026-11-15T22:15:12Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>96 of 143, and it is down to one point.</b></p><p>Pell 48,622 (37.9%)<br>Quill 47,338 (36.9%)</p>' +
        '<p>1,284 votes. The stations still out are mostly up the hill and across the water.</p>',
      createdOn: '2026-11-15T22:31:15Z',
      publishedOn: '2026-11-15T22:31:58Z'
    },
    {
      type: 'normal',
      creator: 'ishan',
      content:
        '<p>It is no longer a joke: <b>the Herring Ballot will enter the council.</b> 🐟🏴‍☠️ One seat, for Dagny Sprott, 24, net mender. ' +
        'Her programme in full: “Put the herring back on the town hall roof. Then listen.” ' +
        'She says she has written the first half of a maiden speech & is < sure about the second.</p>',
      createdOn: '2026-11-15T22:44:27Z',
      publishedOn: '2026-11-15T22:46:00Z'
    },
    {
      type: 'normal',
      creator: 'folake',
      content:
        '<p>READY IF PELL WINS. <b>Ansgar Pell stays.</b> The mayor of Ullenmouth has been re-elected with [NUMBER] votes ahead of Teodora Quill. ' +
        'It is his third term and by far his narrowest. [QUOTE] [WHO CRIED]</p>',
      createdOn: '2026-11-15T22:58:00Z'
    },
    {
      type: 'normal',
      creator: 'folake',
      content:
        '<p>READY IF QUILL WINS. <b>The pilot brings it in.</b> Teodora Quill will be the next mayor of Ullenmouth, [NUMBER] votes ahead of Ansgar Pell. ' +
        'She is the first mayor who has never sat in the council. [QUOTE] [WHO CRIED]</p>',
      createdOn: '2026-11-15T22:59:30Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>128 of 143. Pell leads by 409 votes.</b> At the Grand Hotel Mole the band has been asked to play something quieter. ' +
        'At Pilots’ Hall there is no band.</p>',
      createdOn: '2026-11-15T23:20:11Z',
      publishedOn: '2026-11-15T23:20:49Z'
    },
    {
      type: 'normal',
      creator: 'lefteris',
      content:
        '<p>About that fog. The ferry <i>Petrel</i>, with the ballot boxes of the Outer Tells islands, is lying off the North Mole and cannot see it. ' +
        'I am on the quay. I can <i>hear</i> her. The boxes belong to the table called Ferry Terminal B: some 650 votes, in a race about 400 apart.</p>',
      createdOn: '2026-11-15T23:41:05Z',
      publishedOn: '2026-11-15T23:43:37Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>QUILL LEADS.</b> For the first time tonight. 141 of 143 stations, and she is ahead by <b>61 votes</b>.</p>' +
        '<p>Gannet Hill did it. The hall made a noise I have no word for.</p>',
      meta: { annotation: 'Breaking', push: true },
      createdOn: '2026-11-16T00:05:00Z',
      publishedOn: '2026-11-16T00:05:00Z'
    },
    {
      type: 'quote',
      creator: 'naama',
      content:
        '<blockquote lang="de">„In vierzig Jahren Wahlbeobachtung habe ich noch nie auf eine Fähre gewartet.“</blockquote>' +
        '<p>“In forty years of watching elections I have never waited for a ferry.”</p>',
      meta: {
        annotation: 'Dr. Roswitha Übelhör-Kranz, guest observer',
        source: 'Counting hall, table 88',
        language: 'de'
      },
      createdOn: '2026-11-16T00:12:18Z',
      publishedOn: '2026-11-16T00:13:00Z'
    },
    {
      type: 'normal',
      creator: 'salma',
      content:
        '<p><b>142 of 143.</b> Saltpans is in: Quill +71 there, so she leads by 132. One table has no paper on it. ' +
        'Three counters sit around it with folded hands, like a family whose guest is late.</p>',
      createdOn: '2026-11-16T00:47:29Z',
      publishedOn: '2026-11-16T00:48:10Z'
    },
    {
      type: 'normal',
      creator: 'orysia',
      content:
        '<p>The <i>Petrel</i> has docked! 01:09. Two pilots walked her in with a hand lamp and a tin whistle. Neither was the candidate; we asked.</p>' +
        '<p>The boxes go to the hall by fire engine 🚒 (no siren: “people are asleep,” says the driver. They are not).</p>',
      createdOn: '2026-11-16T01:09:33Z',
      publishedOn: '2026-11-16T01:12:00Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>143 of 143. Teodora Quill finishes 214 votes ahead.</b></p>' +
        '<ul><li>Quill 71,408 (37.4%)</li><li>Pell 71,194 (37.3%)</li><li>Fenn 31,127 (16.3%)</li><li>Malk 17,217 (9.0%)</li></ul>' +
        '<p>The islands: Quill 301, Pell 219, Fenn 88, Malk 40. Turnout in the city: 61.4%.</p>' +
        '<p>This is <i>not</i> the end. A margin of fewer than 500 votes means a recount.</p>',
      meta: { annotation: 'Breaking', push: true, stations: { counted: 143, of: 143 } },
      createdOn: '2026-11-16T01:36:44Z',
      publishedOn: '2026-11-16T01:38:07Z'
    },
    {
      type: 'quote',
      creator: 'folake',
      content: '<blockquote>“The rope is on the bollard. Now let us see who ties the knot.”</blockquote>',
      meta: {
        annotation: 'Teodora Quill, 214 votes ahead, at a quarter to two',
        source: 'Pilots’ Hall'
      },
      createdOn: '2026-11-16T01:52:00Z',
      publishedOn: '2026-11-16T01:55:26Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p>How the recount works, for those still awake:</p><ol><li>It is automatic below 500 votes. Nobody has to ask for it.</li>' +
        '<li>It starts on Tuesday at eight, in the same hall, with other people at each table.</li>' +
        '<li>Only the mayor’s ballots are counted again. The council result stands.</li>' +
        '<li>Mayor Pell stays in office until it is done. He says he will “come in late today”.</li></ol>',
      createdOn: '2026-11-16T02:10:00Z',
      publishedOn: '2026-11-16T02:14:51Z'
    },
    {
      type: 'wrapup',
      creator: 'folake',
      content: [
        '<p><b>The night in full</b></p>',
        '<p>At eight o’clock our exit poll said “too close to call”, and nobody has been able to improve on that since. When the last table reported at 01:36, ' +
          'Teodora Quill of the Lantern List stood at 71,408 votes and Mayor Ansgar Pell of the Breakwater Union at 71,194. ' +
          'Out of 190,946 valid ballots, 214 lie between them: fewer people than fit on the number 4 tram, says the man who drives it.</p>',
        '<p>It was a night in three acts. Until nine the harbour reported, and Pell was five points clear. From ten the hill reported, and the lead melted: ' +
          '1,284 votes at half past ten, 409 at twenty past eleven. Then, five minutes after midnight, Gannet Hill turned in its last tables and Quill was ahead by 61. ' +
          'The third act belonged to the fog. The <i>Petrel</i>, with 648 island votes on board, needed an hour and a half for the last half mile.</p>',
        '<p>The council is clearer. Lantern List 20, Breakwater Union 19, Trams &amp; Gardens 11, Dockhands’ Bench 7, Upriver Voice 3, Herring Ballot 1. ' +
          'A majority takes 31, and 20 + 11 = 31. Obiageli Fenn was seen doing that sum on a beer mat. She then put the beer mat in her purse. ' +
          'Dagny Sprott, who is the Herring Ballot, was asleep on the nets by then, and learned from us that 31 will do without her.</p>',
        '<p>Recount of the mayor’s ballots from Tuesday, eight o’clock. We will be back at nine with the new council. Good night, Ullenmouth; ' +
          'or, as they said on the quay when the lamp came out of the fog: “There. <i>There.</i>”</p>'
      ].join('\n'),
      createdOn: '2026-11-16T02:30:00Z',
      publishedOn: '2026-11-16T02:41:13Z'
    },
    {
      type: 'advertisement',
      creator: 'bjarki',
      content:
        '<p><b>Nightjar Taxis.</b> “Still at the count? We are outside.” Half fare for anyone with a lanyard until six. ' +
        '<a href="https://nightjar.example/ride?from=fishmarket&amp;to=bed">nightjar.example</a></p>',
      meta: {
        annotation: 'Advertisement',
        client: 'Nightjar Taxis & Water Taxis',
        url: 'https://nightjar.example/ride?from=fishmarket&to=bed',
        width: 300,
        height: 250
      },
      createdOn: '2026-11-16T02:45:00Z',
      publishedOn: '2026-11-16T02:45:30Z'
    },
    {
      type: 'normal',
      creator: 'lefteris',
      content:
        '<p>Good morning. The council, final (change from 2022):</p><ul>' +
        '<li>Lantern List 20 (+6)</li><li>Breakwater Union 19 (−7)</li><li>Trams &amp; Gardens 11 (+3)</li>' +
        '<li>Dockhands’ Bench 7 (−2)</li><li>Upriver Voice 3 (−1)</li><li>Herring Ballot 1 (+1)</li></ul>' +
        '<p>Twenty-three of the 61 have never sat in a council before. One has never been inside the town hall; she asked us where the door is.</p>',
      createdOn: '2026-11-16T09:02:44Z',
      publishedOn: '2026-11-16T09:05:00Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        '<p><b>Lantern List and Trams &amp; Gardens will talk.</b> Noon, town hall steps: Quill and Fenn read out one sentence together, ' +
        '“We will begin with the timetable,” and left in different directions. By tram, both of them.</p>',
      createdOn: '2026-11-16T12:00:00Z',
      publishedOn: '2026-11-16T12:04:09Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/recount.svg" ' +
        'alt="Hands sort ballot papers under a lamp">' +
        '<figcaption>Eight o’clock, table 1, again: the recount has begun. Observers may look & point, but not touch or sigh.</figcaption></figure>',
      meta: {
        url: '/content/recount.svg',
        caption: 'Eight o’clock, table 1, again: the recount has begun.',
        credit: '汐浜 澪 / The Tidewater',
        width: 960,
        height: 640,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-11-17T08:03:20Z',
      publishedOn: '2026-11-17T08:07:07Z'
    },
    {
      type: 'link',
      creator: 'naama',
      content:
        '<p>89 of 143 tables are recounted, Quill’s lead now 217. All protocols, including the one with the soup stain, ' +
        '<a href="https://www.tidewater.example/recount/papers?from=1&amp;to=89">are here as scans</a>.</p>',
      meta: {
        url: 'https://www.tidewater.example/recount/papers?from=1&to=89',
        title: 'The recount, table by table',
        description: 'Protocols of tables 1–89, as signed',
        siteName: 'The Tidewater',
        annotation: 'Names of counters are blacked out.'
      },
      createdOn: '2026-11-18T18:40:00Z',
      publishedOn: '2026-11-18T18:44:12Z'
    },
    {
      type: 'wrapup',
      creator: 'salma',
      content:
        '<p><b>Where we stand on Thursday morning</b></p><ul><li>107 of 143 tables recounted; Quill leads by <b>209</b>.</li>' +
        '<li>Eleven ballots are disputed. On one, somebody voted for all four candidates and drew a herring.</li>' +
        '<li>36 tables to go, among them Ferry Terminal B. The result is expected on Friday.</li>' +
        '<li>The weather: clear. We are told to say so.</li></ul>',
      createdOn: '2026-11-19T11:30:00Z',
      publishedOn: '2026-11-19T11:34:56Z'
    },
    {
      type: 'wrapup',
      creator: 'mira',
      content:
        '<p>DRAFT FOR FRIDAY. <b>It is decided: [NAME] is mayor of Ullenmouth.</b> Final margin [NUMBER]. ' +
        'Then: reaction of [OTHER NAME], what the council does on Tuesday, thanks to the counters, and close the blog.</p>',
      meta: { annotation: 'Folake to fill in, Mira to publish' },
      createdOn: '2026-11-19T12:00:00Z'
    }
  ]
}
