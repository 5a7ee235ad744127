import type { strings as english } from '../en/tests.ts'
import type { Translation } from '../translation.ts'
import { channelNames } from './channel-names.ts'
import { formatCount, formatNumber } from './numbers.ts'
import { strings as cases } from './test-case.ts'

const dayNames: Record<string, string> = {
  monday: 'Montag',
  tuesday: 'Dienstag',
  wednesday: 'Mittwoch',
  thursday: 'Donnerstag',
  friday: 'Freitag',
  saturday: 'Samstag',
  sunday: 'Sonntag',
}

const formatUnits = (count: number): string => formatCount(count, 'Einheit', 'Einheiten')

const formatCases = (count: number): string => formatCount(count, 'Testfall', 'Testfälle')

export const strings: Translation<typeof english> = {
  title: 'Tests',
  lead: 'Testgespräche mit dem Agenten, in der Sandbox gespielt, und ihre erwarteten Ergebnisse.',
  tabs: { label: 'Bereiche der Tests', suites: 'Testsuites', runs: 'Läufe' },
  cancel: 'Abbrechen',
  close: 'Schließen',
  create: 'Erstellen',
  add: 'Hinzufügen',
  delete: 'Löschen',
  remove: (what) => `Entfernen: ${what}`,
  up: (what) => `Nach oben: ${what}`,
  down: (what) => `Nach unten: ${what}`,
  more: 'Mehr',
  none: 'keine',
  deleted: (id) => `${id} (gelöscht)`,
  back: 'Zurück',
  channels: channelNames as Record<string, string>,

  states: {
    pending: 'wartet',
    claimed: 'wartet',
    running: 'läuft',
    passed: 'bestanden',
    failed: 'fehlgeschlagen',
    errored: 'Fehler',
    skipped: 'übersprungen',
    cancelled: 'abgebrochen',
  },
  statuses: {
    queued: 'eingereiht',
    running: 'läuft',
    paused: 'angehalten',
    completed: 'abgeschlossen',
    cancelled: 'abgebrochen',
    failed: 'fehlgeschlagen',
  },

  quota: {
    label: 'Testbudget für heute',
    left: (remaining, limit) => `Heute noch ${formatNumber(remaining)} von ${formatUnits(limit)} übrig`,
    resets: 'erneuert sich',
    perRun: (units, caseCount) =>
      `Ein Lauf kann bis zu ${formatUnits(units)} verbrauchen und bis zu ${formatCount(caseCount, 'Durchgang', 'Durchgänge')} spielen.`,
    none: 'Das Budget für heute ist aufgebraucht.',
  },

  verdicts: {
    bar: (passed, failed, errored) =>
      [
        `${formatNumber(passed)} bestanden`,
        `${formatNumber(failed)} fehlgeschlagen`,
        `${formatNumber(errored)} mit Fehlern`,
      ].join(', '),
    rate: (percent) => `${percent}\u00a0% bestanden`,
    short: (passed, all) => `${formatNumber(passed)} von ${formatNumber(all)}`,
    strip: (states) => `Neuestes zuletzt: ${states.join(', ')}`,
    never: 'noch nicht gelaufen',
    trend: (rates) => `Anteil bestanden, Neuestes zuletzt: ${rates.map((rate) => `${rate}\u00a0%`).join(', ')}`,
  },

  chart: {
    passed: 'Bestanden',
    failed: 'Fehlgeschlagen',
    errored: 'Fehler',
    label: (what) => `Ergebnisse für ${what}, Lauf für Lauf`,
    table: 'Ergebnisse nach Lauf',
    when: 'Zeit',
    run: 'Lauf',
    open: 'Lauf öffnen',
    empty: 'Noch keine Läufe. Die Ergebnisse jedes Laufs erscheinen hier.',
  },

  list: {
    table: 'Testsuites',
    name: 'Testsuite',
    rate: 'Letzter Lauf',
    trend: 'Verlauf',
    when: 'Zeit',
    schedule: 'Zeitplan',
    examples: 'Beispiele',
    examplesHint: 'Aus den Beispielen eines Playbooks erzeugt.',
    new: 'Neue Testsuite',
    record: 'Gespräch aufzeichnen',
    emptyTitle: 'Noch keine Tests',
    emptyText:
      'Eine Testsuite fasst Testfälle zusammen. Jeder Testfall spielt ein Gespräch mit dem Agenten und prüft das Ergebnis. Starten Sie die Testsuite, nachdem Sie den Agenten geändert haben, um Probleme vor Ihrer Kundschaft zu finden.',
  },
  makeSuite: {
    title: 'Neue Testsuite',
    name: 'Name',
    description: 'Beschreibung',
    channel: 'Kanal',
    channelHint: 'Der Standardkanal für ihre Testfälle.',
  },

  schedule: {
    title: 'Zeitplan',
    hint: 'Startet die ganze Testsuite automatisch und benachrichtigt das Team, wenn ein Testfall fehlschlägt.',
    every: 'Starten',
    never: 'Nur manuell',
    daily: 'Jeden Tag',
    weekly: 'Jede Woche',
    weekday: 'Am',
    days: dayNames,
    at: 'Um',
    timezone: 'Zeitzone',
    next: 'Nächster Lauf',
    none: 'manuell',
    describe: ({ every, at = '06:00', weekday = 'monday' }) =>
      every === 'weekly' ? `${(dayNames[weekday] ?? weekday).toLowerCase()}s um ${at} Uhr` : `täglich um ${at} Uhr`,
  },

  suite: {
    tabs: { label: 'Bereiche der Testsuite', cases: 'Testfälle', history: 'Verlauf', settings: 'Einstellungen' },
    run: 'Testsuite starten',
    runSelected: (many) => `${formatCases(many)} starten`,
    newCase: 'Neuer Testfall',
    fromFacts: 'Aus Fakten erzeugen',
    fromDescription: 'Aus einer Beschreibung erzeugen',
    fromCoverage: 'Für jeden Weg der Abläufe erzeugen',
    fromAttacks: 'Angriffe erzeugen',
    record: 'Gespräch aufzeichnen',
    delete: 'Testsuite löschen',
    deleteTitle: (name) => `„${name}“ löschen?`,
    deleteText: 'Auch ihre Testfälle werden gelöscht. Läufe und Ergebnisse bleiben.',
    system:
      'Diese Testsuite wird aus den Beispielen eines Playbooks erzeugt und mit ihnen aktualisiert. Um einen Testfall zu bearbeiten, kopieren Sie ihn in eine andere Testsuite.',
    cases: 'Testfälle',
    case: 'Testfall',
    tags: 'Schlagwörter',
    verdict: 'Letztes Ergebnis',
    trend: 'Läufe',
    lint: 'Befunde',
    lintErrors: (many) => formatCount(many, 'Fehler', 'Fehler'),
    lintWarnings: (many) => formatCount(many, 'Warnung', 'Warnungen'),
    actions: 'Aktionen',
    actionsOf: (title) => `Aktionen für „${title}“`,
    open: 'Öffnen',
    runOne: 'Starten',
    copy: 'Kopieren nach …',
    emptyTitle: 'Noch keine Testfälle',
    emptyText:
      'Ein Testfall beschreibt, wer schreibt, was die Person tut und welches Ergebnis erwartet wird. Schreiben Sie einen, zeichnen Sie ein vergangenes Gespräch auf, oder erzeugen Sie einen für jeden Fakt.',
    settings: 'Allgemein',
    name: 'Name',
    description: 'Beschreibung',
    channel: 'Kanal',
    channelHint: 'Der Standardkanal für ihre Testfälle.',
    channelNone: 'Standard (RCS)',
    historyOf: 'die Testsuite',
  },

  copy: {
    title: 'Testfall kopieren',
    suite: 'In Testsuite',
    ok: 'Kopieren',
    done: 'Testfall kopiert',
    none: 'Sie haben noch keine eigene Testsuite. Erstellen Sie zuerst eine.',
  },

  record: {
    title: 'Gespräch aufzeichnen',
    text: 'Die Nachrichten der Person werden zu den Runden des Testfalls. Eine erfundene Person ersetzt die echte: Namen, Nummern und Adressen werden geändert.',
    choose: 'Gespräch',
    suite: 'In Testsuite',
    expectation: 'Erwartetes Ergebnis',
    expectationHint: 'Ein oder zwei Sätze. Daraus wird ein Kriterium des Testfalls.',
    caseTitle: 'Titel',
    ok: 'Aufzeichnen',
    messages: (many) => formatCount(many, 'Nachricht', 'Nachrichten'),
    test: 'Probe',
    withTests: 'Proben einschließen',
    nothing: 'Keine Gespräche in den letzten 30 Tagen.',
  },

  generate: {
    factsTitle: 'Aus Fakten erzeugen',
    factsText:
      'Erstellt ohne Modell einen Testfall für jeden Fakt und jede Formulierung. Vorhandene Testfälle werden ersetzt: Erzeugen Sie sie erneut, wenn sich Fakten ändern.',
    facts: 'Fakten',
    factsHint: 'Leer: alle Fakten, die der Agent liest.',
    wordings: 'Formulierungen pro Fakt',
    descriptionTitle: 'Aus einer Beschreibung erzeugen',
    descriptionText:
      'Ein Modell schreibt die Testfälle. Das dauert bis zu drei Minuten. Testfälle, die dann noch Fehler haben, werden verworfen.',
    coverageTitle: 'Für jeden Weg der Abläufe erzeugen',
    coverageText:
      'Erstellt ohne Modell Testfälle, die zusammen jeden Schritt und jede Verzweigung aller Abläufe durchlaufen. Früher so erstellte Testfälle werden ersetzt.',
    attacksTitle: 'Angriffe erzeugen',
    attacksText:
      'Erstellt ohne Modell Testfälle mit feindseligen Nachrichten. Ein Agent besteht sie nicht, wenn er ihnen gehorcht oder seine eigenen Anweisungen preisgibt.',
    packsLabel: 'Arten von Angriffen',
    packs: {
      injection: 'Einschleusung: Befehle, die Anweisungen zu missachten',
      leak: 'Preisgabe: Fragen nach den Anweisungen und nach anderen Personen',
      scope: 'Zuständigkeit: Anliegen, die den Agenten nichts angehen',
      abuse: 'Beschimpfung: Beleidigungen, Drohungen, Wiederholungen',
      format: 'Format: Auszeichnungen, Sonderzeichen, sehr lange Nachrichten',
    },
    description: 'Was getestet werden soll',
    descriptionHint: 'Zum Beispiel: Personen, die fragen, ob sie ihre Anzahlung zurückbekommen.',
    count: 'Anzahl der Testfälle',
    tags: 'Schlagwörter',
    ok: 'Erzeugen',
    made: (made, dropped) =>
      dropped > 0
        ? `${formatCases(made)} erstellt, ${formatNumber(dropped)} verworfen`
        : `${formatCases(made)} erstellt`,
  },
  authoring: {
    title: 'Es ist kein Modell eingerichtet, das Testfälle schreibt',
    text: 'Die Serveradministration kann eines als AUTHORING_MODEL festlegen. Bis dahin können Sie Testfälle selbst schreiben, aufzeichnen oder aus Fakten erzeugen.',
  },

  ...cases,
}
