/** The people of the demo newsroom. Names are invented. */

export interface DemoUser {
  name: string,
  firstName: string,
  lastName: string,
  eMail: string,
  phoneNumber?: string,
  address?: string,
  active: boolean,
  role: 'Administrator' | 'Editor' | 'Collaborator' | null,
  createdOn: string
}

export const people: readonly DemoUser[] = [
  {
    name: 'mira',
    firstName: 'Mira',
    lastName: 'Okafor',
    eMail: 'mira.okafor@tidewater.example',
    phoneNumber: '+44 1632 960117',
    address: '14 Ropewalk Lane, Ullenmouth',
    active: true,
    role: 'Editor',
    createdOn: '2026-01-12T08:04:09Z'
  },
  {
    name: 'bjarki',
    firstName: 'Bjarki',
    lastName: 'Öxndal',
    eMail: 'bjarki.oexndal@tidewater.example',
    phoneNumber: '+44 1632 960100',
    address: 'The Tidewater, Custom House Steps 3, Ullenmouth',
    active: true,
    role: 'Administrator',
    createdOn: '2026-01-12T08:00:00Z'
  },
  {
    name: 'folake',
    firstName: 'Fọlákẹ́',
    lastName: 'Adéòkun',
    eMail: 'folake.adeokun@tidewater.example',
    phoneNumber: '+44 1632 960131',
    active: true,
    role: 'Editor',
    createdOn: '2026-02-02T12:00:00Z'
  },
  {
    name: 'aurelie',
    firstName: 'Aurélie',
    lastName: 'Kermorgat',
    eMail: 'aurelie.kermorgat@tidewater.example',
    phoneNumber: '+44 1632 960142',
    address: '2 bis, Sailmakers’ Court, Ullenmouth',
    active: true,
    role: 'Editor',
    createdOn: '2026-02-16T09:31:47Z'
  },
  {
    name: 'orysia',
    firstName: 'Орися',
    lastName: 'Вітрогон',
    eMail: 'orysia.vitrohon@tidewater.example',
    phoneNumber: '+44 1632 960155',
    active: true,
    role: 'Collaborator',
    createdOn: '2026-03-09T00:05:30Z'
  },
  {
    name: 'lefteris',
    firstName: 'Λευτέρης',
    lastName: 'Κυματάς',
    eMail: 'lefteris.kymatas@tidewater.example',
    address: '31 Fig Tree Street, Little Smyrna, Ullenmouth',
    active: true,
    role: 'Collaborator',
    createdOn: '2026-03-23T14:20:05Z'
  },
  {
    name: 'naama',
    firstName: 'נעמה',
    lastName: 'גלעדון',
    eMail: 'naama.giladon@tidewater.example',
    phoneNumber: '+44 1632 960168',
    active: true,
    role: 'Collaborator',
    createdOn: '2026-04-07T10:10:10Z'
  },
  {
    name: 'salma',
    firstName: 'سلمى',
    lastName: 'البحّاري',
    eMail: 'salma.albahhari@tidewater.example',
    active: true,
    role: 'Collaborator',
    createdOn: '2026-05-04T07:45:59Z'
  },
  {
    name: 'mio',
    firstName: '澪',
    lastName: '汐浜',
    eMail: 'mio.shiohama@pictures.tidewater.example',
    phoneNumber: '+44 1632 960173',
    active: true,
    role: 'Collaborator',
    createdOn: '2026-06-01T16:02:21Z'
  },
  {
    name: 'ishan',
    firstName: 'ईशान',
    lastName: 'तरंगे',
    eMail: 'ishan.tarange@tidewater.example',
    address: 'Flat 6, Old Chandlery, 9 Capstan Row, Ullenmouth',
    active: true,
    role: 'Collaborator',
    createdOn: '2026-08-03T11:58:00Z'
  },
  {
    name: 'gero',
    firstName: 'Gero',
    lastName: 'Straßwieck',
    eMail: 'gero.strasswieck@alumni.tidewater.example',
    active: false,
    role: null,
    createdOn: '2026-01-19T13:13:13Z'
  }
]
