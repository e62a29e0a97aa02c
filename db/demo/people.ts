/** The users of the demo newsroom. All names are invented. */

import type { NewUser } from '../users.ts'

export const people: readonly Omit<NewUser, 'PasswordHash'>[] = [
  {
    Name: 'mira',
    FirstName: 'Mira',
    LastName: 'Okafor',
    EMail: 'mira.okafor@tidewater.example',
    PhoneNumber: '+44 1632 960117',
    Address: '14 Ropewalk Lane, Ullenmouth',
    Role: 'Editor',
    CreatedOn: new Date('2026-01-12T08:04:09Z')
  },
  {
    Name: 'bjarki',
    FirstName: 'Bjarki',
    LastName: 'Öxndal',
    EMail: 'bjarki.oexndal@tidewater.example',
    PhoneNumber: '+44 1632 960100',
    Address: 'The Tidewater, Custom House Steps 3, Ullenmouth',
    Role: 'Administrator',
    CreatedOn: new Date('2026-01-12T08:00:00Z')
  },
  {
    Name: 'folake',
    FirstName: 'Fọlákẹ́',
    LastName: 'Adéòkun',
    EMail: 'folake.adeokun@tidewater.example',
    PhoneNumber: '+44 1632 960131',
    Role: 'Editor',
    CreatedOn: new Date('2026-02-02T12:00:00Z')
  },
  {
    Name: 'aurelie',
    FirstName: 'Aurélie',
    LastName: 'Kermorgat',
    EMail: 'aurelie.kermorgat@tidewater.example',
    PhoneNumber: '+44 1632 960142',
    Address: '2 bis, Sailmakers’ Court, Ullenmouth',
    Role: 'Editor',
    CreatedOn: new Date('2026-02-16T09:31:47Z')
  },
  {
    Name: 'orysia',
    FirstName: 'Орися',
    LastName: 'Вітрогон',
    EMail: 'orysia.vitrohon@tidewater.example',
    PhoneNumber: '+44 1632 960155',
    Role: 'Collaborator',
    CreatedOn: new Date('2026-03-09T00:05:30Z')
  },
  {
    Name: 'lefteris',
    FirstName: 'Λευτέρης',
    LastName: 'Κυματάς',
    EMail: 'lefteris.kymatas@tidewater.example',
    Address: '31 Fig Tree Street, Little Smyrna, Ullenmouth',
    Role: 'Collaborator',
    CreatedOn: new Date('2026-03-23T14:20:05Z')
  },
  {
    Name: 'naama',
    FirstName: 'נעמה',
    LastName: 'גלעדון',
    EMail: 'naama.giladon@tidewater.example',
    PhoneNumber: '+44 1632 960168',
    Role: 'Collaborator',
    CreatedOn: new Date('2026-04-07T10:10:10Z')
  },
  {
    Name: 'salma',
    FirstName: 'سلمى',
    LastName: 'البحّاري',
    EMail: 'salma.albahhari@tidewater.example',
    Role: 'Collaborator',
    CreatedOn: new Date('2026-05-04T07:45:59Z')
  },
  {
    Name: 'mio',
    FirstName: '澪',
    LastName: '汐浜',
    EMail: 'mio.shiohama@pictures.tidewater.example',
    PhoneNumber: '+44 1632 960173',
    Role: 'Collaborator',
    CreatedOn: new Date('2026-06-01T16:02:21Z')
  },
  {
    Name: 'ishan',
    FirstName: 'ईशान',
    LastName: 'तरंगे',
    EMail: 'ishan.tarange@tidewater.example',
    Address: 'Flat 6, Old Chandlery, 9 Capstan Row, Ullenmouth',
    Role: 'Collaborator',
    CreatedOn: new Date('2026-08-03T11:58:00Z')
  },
  {
    Name: 'gero',
    FirstName: 'Gero',
    LastName: 'Straßwieck',
    EMail: 'gero.strasswieck@alumni.tidewater.example',
    Active: false,
    CreatedOn: new Date('2026-01-19T13:13:13Z')
  }
]
