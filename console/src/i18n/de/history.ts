import type { strings as english } from '../en/history.ts'
import type { Translation } from '../translation.ts'

export const strings: Translation<typeof english> = {
  lead: 'Jede Änderung der Konfiguration ergibt eine Version. Vergleichen Sie eine mit dem Live-Stand, oder stellen Sie sie als neue Version wieder her.',
  named: (version) => `Version ${version}`,
  live: 'Live',
  compare: 'Vergleichen',
  compareVersion: (version) => `Version ${version} mit dem Live-Stand vergleichen`,
  restore: 'Wiederherstellen',
  restoreVersion: (version) => `Version ${version} wiederherstellen`,
  restoreTitle: (version) => `Version ${version} wiederherstellen?`,
  restoreText:
    'Der Live-Stand wird wieder so, wie er damals war, und zwar als neue Version, die sofort antwortet. Geheimnisse und Tool-Anbindungen bleiben.',
  restored: (version, made) => `Version ${version} ist wieder live, als Version ${made}`,
  restoredFrom: (version) => `Wiederhergestellt aus Version ${version}`,
  changesSince: (version) => `Änderungen seit Version ${version}`,
  noChanges: 'Keine Unterschiede zum Live-Stand.',
  label: 'Bezeichnen',
  labelVersion: (version) => `Version ${version} bezeichnen`,
  labelTitle: (version) => `Bezeichnung von Version ${version}`,
  labelHint:
    'Eine Version mit Bezeichnung wird nie gelöscht. Lassen Sie das Feld leer, um die Bezeichnung zu entfernen.',
  labelOk: 'Speichern',
  cancel: 'Abbrechen',
  draft: 'Als Entwurf öffnen',
  draftFrom: (version) => `Als Entwurf öffnen: Version ${version}`,
  more: 'Mehr anzeigen',
}
