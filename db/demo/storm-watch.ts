/** A blog in preparation, in German and mostly drafts, about the first closing of a storm barrier. */
import type { DemoBlog } from './newsroom.ts'

export const stormWatch: DemoBlog = {
  title: 'Sturmwacht: Das Ullesperrwerk schließt zum ersten Mal',
  description:
    '<span class="lede" data-region="ullenmouth/nordmole">Elf Jahre gebaut, am 24. November zum ersten Mal zu: vier Tore, eine Springflut, eine Stadt am Geländer.</span> ' +
    'Probebetrieb des Sperrwerks, <span class="date" data-day="2026-11-24">Dienstag ab 17 Uhr</span> in diesem Liveblog.',
  language: 'de',
  creator: 'bjarki',
  createdOn: '2026-11-16T10:20:00Z',
  members: [
    { user: 'aurelie', type: 'Administrator' },
    { user: 'mira', type: 'Collaborator' },
    { user: 'orysia', type: 'Collaborator' },
    { user: 'lefteris', type: 'Collaborator' },
    { user: 'mio', type: 'Collaborator' }
  ],
  posts: [
    {
      type: 'normal',
      creator: 'bjarki',
      content:
        '<p><b>Worum es geht:</b> Am Dienstag, dem 24. November, wird das Ullesperrwerk zum ersten Mal ganz geschlossen, bei Vollmond und Springflut. ' +
        'Wir berichten ab 17 Uhr. Bis dahin sammeln wir hier, was man wissen muss.</p>',
      createdOn: '2026-11-16T10:41:09Z',
      publishedOn: '2026-11-17T09:00:00Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p>Der Ablauf, Stand heute:</p><ol><li>17.00 Uhr: Schiffsverkehr gesperrt</li><li>18.30 Uhr: Tor 1 und 4 fahren zu</li>' +
        '<li>19.15 Uhr: Tor 2 und 3</li><li>21.52 Uhr: Hochwasser, erwartet 3,10 m über Normal</li><li>0.05 Uhr: Tore auf, Tee für alle</li></ol>',
      createdOn: '2026-11-16T15:12:00Z',
      publishedOn: '2026-11-17T09:08:48Z'
    },
    {
      type: 'link',
      creator: 'orysia',
      content:
        '<p>Wie schließt man eine Flussmündung? <a href="https://www.tidewater.example/sperrwerk/modell?tor=1&amp;ansicht=innen">Unser Modell zum Drehen</a>: ' +
        '240 Meter breit, 4 Tore, 9.600 Tonnen Stahl &amp; eine Tür für Aale.</p>',
      meta: {
        url: 'https://www.tidewater.example/sperrwerk/modell?tor=1&ansicht=innen',
        title: 'Das Ullesperrwerk von innen',
        description: 'Ein Modell zum Drehen, Öffnen und Schließen',
        siteName: 'The Tidewater'
      },
      createdOn: '2026-11-17T00:05:00Z',
      publishedOn: '2026-11-18T07:30:00Z'
    },
    {
      type: 'image',
      creator: 'mio',
      content:
        '<figure><img src="/content/gate.svg" alt="Ein Stahltor im Nebel, davor ein Mensch mit Helm">' +
        '<figcaption>Tor 2, gestern früh. Der Mensch unten links ist 1,92 m groß.</figcaption></figure>',
      meta: {
        url: '/content/gate.svg',
        caption: 'Tor 2, gestern früh. Der Mensch unten links ist 1,92 m groß.',
        annotation: '„gestern“ vor dem Veröffentlichen ändern!',
        credit: '汐浜 澪 / The Tidewater',
        width: 960,
        height: 540,
        mimeType: 'image/svg+xml'
      },
      createdOn: '2026-11-17T07:55:31Z'
    },
    {
      type: 'quote',
      creator: 'lefteris',
      content:
        '<blockquote>„Ein Sperrwerk ist wie ein Regenschirm: Man probiert es besser aus, bevor es regnet.“</blockquote>',
      meta: {
        annotation: 'Wiebke Sturmhövel-Raß, Leiterin des Sperrwerks',
        source: 'Interview am 17. November, noch nicht freigegeben'
      },
      createdOn: '2026-11-17T12:00:00Z'
    },
    {
      type: 'normal',
      creator: 'lefteris',
      content:
        '<p>Vor jedem Winter malt Kapitän Stratos den Wasserstand von 1962 neu an die Wand seiner Taverne, in Blau: ' +
        '<span lang="el">«Ως εδώ ήρθε. Ως εδώ και μη παρέκει.»</span> Bis hierher kam es. Bis hierher und nicht weiter. ' +
        '<i>[Am Dienstag anrufen: Malt er heute wieder?]</i></p>',
      createdOn: '2026-11-17T17:21:45Z'
    },
    {
      type: 'normal',
      creator: 'orysia',
      content:
        '<p>ENTWURF. Die Aale. Für sie bleibt eine Klappe offen, 80 × 80 cm. Biologin Uljana Riczkowa zählt mit: ' +
        '<span lang="uk">«Вони не читають розкладу, але двері знайдуть.»</span> Den Fahrplan lesen sie nicht, aber die Tür finden sie. 🐟➡️🚪</p>',
      createdOn: '2026-11-18T09:09:09Z'
    },
    {
      type: 'advertisement',
      creator: 'bjarki',
      content:
        '<p><b>Gummistiefel Ölfken &amp; Töchter.</b> „Wir hoffen, Sie brauchen uns nicht.“ ' +
        '<a href="https://oelfken.example/stiefel?gr=43&amp;farbe=gelb">Gelb, Größe 24 bis 52</a></p>',
      meta: {
        annotation: 'Anzeige',
        client: 'Ölfken & Töchter',
        url: 'https://oelfken.example/stiefel?gr=43&farbe=gelb',
        width: 600,
        height: 120
      },
      createdOn: '2026-11-18T13:00:00Z'
    },
    {
      type: 'normal',
      creator: 'mira',
      content:
        'Baustein, falls verschoben wird: Der Probelauf ist auf [DATUM] verlegt, weil Wind > 8 Bft oder Welle > 2 m.\n\tKontakt Leitstelle: siehe Planung.\n' +
        '\tWer verschiebt? Leitung & Hafenamt gemeinsam, spätestens 14 Uhr.',
      createdOn: '2026-11-18T16:33:00Z'
    },
    {
      type: 'normal',
      creator: 'aurelie',
      content:
        '<p>18.30 Uhr, VORBEREITET. <b>Die Tore bewegen sich.</b> Man hört es zuerst: [GERÄUSCH]. Auf der Nordmole stehen [ZAHL] Menschen, ' +
        'mit Kindern auf den Schultern 👩‍👩‍👦 und Thermoskannen. Es riecht nach [WONACH, aber bitte nicht „nach Meer“].</p>',
      createdOn: '2026-11-19T08:02:17Z'
    },
    {
      type: 'normal',
      creator: 'mio',
      content:
        '<p>Standorte der Kameras: 1 Leuchtturm, 2 Leitstand, 3 Boot (nur bis 17 Uhr!), 4 Taverne. ' +
        'Bild 3 um 21.52 Uhr von zwei Seiten, innen und außen, gleiche Brennweite. <span lang="ja">三脚を忘れないこと！</span> (Stativ nicht vergessen!)</p>',
      createdOn: '2026-11-19T10:47:52Z'
    },
    {
      type: 'wrapup',
      creator: 'bjarki',
      content:
        '<p>GERÜST FÜR DIE NACHT. <b>Das war der erste Abend des Sperrwerks.</b></p><ul><li>Geschlossen um [UHRZEIT], Dauer [MINUTEN]</li>' +
        '<li>Wasserstand außen [M], innen [M], Unterschied [M]</li><li>Aale gezählt: [ZAHL]</li><li>Was klemmte: [HOFFENTLICH NICHTS]</li></ul>',
      createdOn: '2026-11-19T23:59:59Z'
    }
  ]
}
