import type { strings as english } from '../en/consent.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  title: 'Anwendung verbinden',
  signInText: 'Eine Anwendung möchte Parley in Ihrem Namen nutzen. Melden Sie sich an, um zu sehen, was sie anfragt.',
  asks: (name) => `„${name}“ möchte Parley in Ihrem Namen nutzen`,
  unverified:
    'Die Anwendung hat diesen Namen selbst gewählt. Erlauben Sie den Zugriff nur, wenn Sie gerade begonnen haben, sie zu verbinden.',
  redirect: 'Kehrt zurück zu',
  account: 'Angemeldet als',
  otherAccount: 'Anderes Konto verwenden',
  org: 'Organisation',
  role: (role) => `Ihre Rolle hier: ${role}`,
  access: 'Zugriff',
  accessHelp:
    'Die Anwendung darf, was Sie hier anhaken, solange Ihre Rolle es erlaubt. Angehakte Berechtigungen können andere enthalten.',
  nothing:
    'Ihre Rolle erlaubt nichts von dem, was die Anwendung anfragt. Wählen Sie eine andere Organisation, oder wenden Sie sich an einen Admin.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  later: 'Sie können die Verbindung jederzeit unter „Mein Konto“ trennen.',
  refused: 'Diese Anfrage kann nicht erlaubt werden',
  refusedText:
    'Gehen Sie zurück zur Anwendung, und verbinden Sie sie erneut. Wenn das wieder geschieht, muss ihr Hersteller es beheben.',
  back: (host) => `Zurück zu ${host}`,
  twice: 'Die Anfrage enthält einen Parameter zweimal.',
  orgSignIn: (org) => `Melden Sie sich bei „${org}“ an, um den Zugriff darauf zu erlauben.`,
  loading: 'Wird geladen',
}
