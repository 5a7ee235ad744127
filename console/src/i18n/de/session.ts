import type { strings as english } from '../en/session.ts'
import type { Translation } from '../translation.ts'
import { formatCount } from './numbers.ts'

export const strings: Translation<typeof english> = {
  title: 'Bei Parley anmelden',
  email: 'E-Mail',
  password: 'Passwort',
  signIn: 'Anmelden',
  signInWith: (name) => `Mit ${name} anmelden`,
  or: 'oder',
  wrong: 'E-Mail oder Passwort ist falsch',
  code: 'Code aus Ihrer Authentifizierungs-App oder ein Wiederherstellungscode',
  codeWrong: 'Der Code ist falsch oder wurde bereits verwendet',
  codeText: 'Ihr Konto ist durch einen zweiten Faktor geschützt.',
  startOver: 'Neu beginnen',
  tooOften: (seconds) =>
    `Zu viele Versuche. Warten Sie ${formatCount(seconds, 'Sekunde', 'Sekunden')} und versuchen Sie es dann erneut.`,
  issuerRefused:
    'Der Anmeldedienst hat den Zugriff verweigert. Versuchen Sie es erneut, oder melden Sie sich mit Ihrem Passwort an.',
  otherTab: 'Diese Anmeldung wurde in einem anderen Tab begonnen oder ist abgelaufen. Beginnen Sie neu.',
  entering: 'Sie werden angemeldet',
  lostPassword: 'Passwort vergessen? Ein Admin Ihrer Organisation kann ein neues festlegen.',
  lostPasswordGuide: 'So geht es',
  signInAgain: 'Erneut anmelden',
  signInAgainText: 'Ihre Anmeldung ist abgelaufen. Ihre ungespeicherten Änderungen sind noch da.',
  otherOrg: (org) => `Bei „${org}“ anmelden`,
  otherOrgText:
    'Ihre aktuelle Anmeldung gibt Ihnen keinen Zugriff auf diese Organisation. Melden Sie sich mit Ihrem Passwort für diese Organisation an. Wenn Sie noch kein Mitglied sind, bitten Sie einen ihrer Admins, Sie hinzuzufügen.',
  backToYours: 'Zurück zu meiner Organisation',
  invitation: {
    title: (org) => `„${org}“ beitreten`,
    text: (email, role) => `Sie sind als ${email} eingeladen. Ihre Rolle: ${role}.`,
    name: 'Ihr Name',
    password: 'Passwort für diese Organisation',
    passwordHelp: 'Mindestens 8 Zeichen.',
    existing:
      'Sie haben schon ein Konto. Bestätigen Sie mit dem Passwort, das Sie in einer anderen Organisation verwenden, dass es Ihnen gehört.',
    accountPassword: 'Passwort Ihres Kontos',
    wrongAccount: 'Das ist nicht das Passwort Ihres Kontos',
    join: 'Beitreten',
    invalid: 'Diese Einladung ist nicht gültig',
    invalidText:
      'Die Einladung ist unbekannt, abgelaufen, zurückgezogen oder schon verwendet. Bitten Sie einen Admin der Organisation um eine neue.',
    signIn: 'Zur Anmeldung',
    loading: 'Einladung wird geladen',
  },
  language: 'Sprache',
}
