import type { strings as english } from '../en/new-agent.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  title: 'Neuer Agent',
  lead: 'Geben Sie dem Agenten einen Namen und wählen Sie einen Ausgangspunkt. Sie können später alles ändern.',
  editorsOnly:
    'Nur Mitglieder mit der Rolle „Bearbeitung“ können Agenten erstellen. Bitten Sie einen Admin um diese Rolle.',
  name: 'Name',
  nameHelp: 'Das Unternehmen oder der Dienst, für den der Agent spricht. Der Name kann nach außen sichtbar sein.',
  start: 'Ausgangspunkt',
  empty: 'Leerer Agent',
  emptyText: 'Ein einfaches Playbook, das Personen begrüßt und aus dem Wissen antwortet, das Sie hinzufügen.',
  loading: 'Vorlagen werden geladen',
  contents: (name) => `Inhalt von „${name}“`,
  create: 'Agenten erstellen',
  created: (name) => `${name} erstellt`,
}
