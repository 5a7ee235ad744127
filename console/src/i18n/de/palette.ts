import type { strings as english } from '../en/palette.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  placeholder: 'Seiten, Aktionen, Personen, Anleitungen suchen …',
  nothing: 'Keine Treffer',
  notLoaded:
    'Die Suche konnte nicht geladen werden. Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  pages: 'Seiten',
  agents: 'Agenten',
  people: 'Personen',
  conversations: 'Gespräche',
  allConversations: (query) => `Gespräche mit Personen, die zu „${query}“ passen`,
  named: 'Dieser Agent',
  guides: 'Anleitungen',
  drafts: 'Entwürfe',
  workOnDraft: (name) => `Am Entwurf „${name}“ arbeiten`,
  reviewDraft: (name) => `Entwurf „${name}“ prüfen`,
  tryDraft: (name) => `Entwurf „${name}“ ausprobieren`,
  publishDraft: (name) => `Entwurf „${name}“ veröffentlichen`,
  leaveDraft: 'Zurück zu Live',
  actions: 'Aktionen',
  newAgent: 'Agenten erstellen',
  addFact: 'Fakt hinzufügen',
  addThing: 'Objekt hinzufügen',
  importThings: 'Objekte importieren',
  importPeople: 'Personen importieren',
  startCampaign: 'Kampagne starten',
  addChannel: 'Kanal hinzufügen',
  tryAgent: 'Agenten im Emulator ausprobieren',
  importDocument: 'Agenten-Dokument importieren',
  theme: 'Zwischen Hell und Dunkel wechseln',
  keys: 'Tastenkürzel anzeigen',
}
