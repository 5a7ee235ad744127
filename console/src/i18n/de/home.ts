import type { strings as english } from '../en/home.ts'
import type { Translation } from '../translation.ts'
import { formatCount, formatNumber, language } from './numbers.ts'

export const strings: Translation<typeof english> = {
  title: 'Start',
  lead: (agents) => formatCount(agents, 'Agent', 'Agenten'),
  newAgent: 'Neuer Agent',
  frontDesk: {
    lead: 'Gespräche, Personen und Termine Ihrer Agenten.',
    waiting: 'Wartend',
    mine: 'Meine',
    unread: 'Ungelesen',
    desk: 'Helpdesk',
    inbox: 'Posteingang',
    people: 'Personen',
    appointments: 'Termine',
    noneTitle: 'Noch keine Agenten',
    none: 'Ein Admin Ihrer Organisation wählt die Agenten aus, mit denen Sie arbeiten.',
  },
  agents: 'Agenten',
  traffic: 'Nachrichtenaufkommen',
  number: formatNumber,
  card: {
    messages: 'Nachrichten',
    goals: 'Erreichte Ziele',
    tests: 'Letzter Testlauf',
    lastMessage: 'Letzte Nachricht',
    noChannel: 'Noch keine Kanäle. Fügen Sie einen hinzu.',
    noRun: 'keiner',
    running: 'läuft',
    run: (passed, failed) =>
      failed === 0
        ? `${formatNumber(passed)} bestanden`
        : `${formatNumber(failed)} fehlgeschlagen, ${formatNumber(passed)} bestanden`,
    channel: (name, status, isLab) => `${name}: ${statuses[status] ?? status}${isLab ? ', im Telefonlabor' : ''}`,
    traffic: (count, days) =>
      `${formatCount(count, 'Nachricht', 'Nachrichten')} in ${formatCount(days, 'Tag', 'Tagen')}`,
  },
  insights: {
    measures: {
      sessions: 'Sitzungen',
      contained: 'Selbst gelöst',
      unanswered: 'Unbeantwortet',
      goalsReached: 'Ziele',
      handedOver: 'Übergeben',
      cost: 'Kosten',
    },
    none: '–',
    share: (share) => `${Math.round(share * 100)}\u00a0%`,
    before: (value) => `zuvor: ${value}`,
    cost: (cost) =>
      cost
        ? new Intl.NumberFormat(language, { style: 'currency', currency: cost.currency }).format(cost.amount)
        : formatNumber(0),
    answer: (question, count, open) => {
      const short = question.length > 80 ? `${question.slice(0, 80)}…` : question
      const times = count === 1 ? 'einmal' : `${formatNumber(count)}-mal`
      const others = open > 1 ? ` Es ist die erste von ${formatNumber(open)} offenen Fragen.` : ''
      return `Beantworten Sie „${short}“ (${times} gefragt).${others}`
    },
    errors: (count) =>
      count === 1
        ? 'Sehen Sie sich die Sitzung an, in der eine Runde fehlgeschlagen ist.'
        : `Sehen Sie sich die ${formatNumber(count)} Runden an, die fehlgeschlagen sind.`,
    review: 'Der Agent hat weniger Sitzungen selbst gelöst als zuvor: Lesen Sie die übrigen.',
    notContained: (count) =>
      count === 1
        ? 'Lesen Sie die Sitzung, die der Agent nicht selbst gelöst hat.'
        : `Lesen Sie die ${formatNumber(count)} Sitzungen, die der Agent nicht selbst gelöst hat.`,
    nothing: 'Nichts zu tun: Alle Fragen wurden beantwortet.',
  },
  attention: {
    title: 'Zu erledigen',
    none: 'Derzeit ist nichts zu erledigen.',
    more: (count) => `${formatNumber(count)} weitere anzeigen`,
    fewer: 'Weniger anzeigen',
    severities: { error: 'Fehler', warning: 'Warnung', info: 'Hinweis' },
  },
  start: {
    title: (agent) => `${agent} startklar machen`,
    progress: (done, all) => `${done} von ${all} erledigt`,
    list: 'Erste Schritte',
    done: 'Erledigt',
    todo: 'Zu tun',
    hide: 'Ausblenden',
    show: (agent) => `Erste Schritte für ${agent} anzeigen`,
    emulator: 'Emulator öffnen',
    lab: 'Telefonlabor öffnen',
    identity: {
      title: 'Festlegen, für wen er spricht',
      todo: 'Hinterlegen Sie eine E-Mail-Adresse, eine Telefonnummer oder eine Website, damit der Agent sagen kann, wie man Sie erreicht.',
      done: 'Der Agent weiß, wie man Sie erreicht.',
      action: 'Identität bearbeiten',
    },
    knowledge: {
      title: 'Wissen hinterlegen',
      todo: 'Fügen Sie Fakten, Objekte oder eine Quelle hinzu. Daraus beantwortet der Agent Fragen.',
      done: (facts, things, sources) =>
        [
          formatCount(facts, 'Fakt', 'Fakten'),
          ...(things > 0 ? [formatCount(things, 'Objekt', 'Objekte')] : []),
          ...(sources > 0 ? [formatCount(sources, 'Quelle', 'Quellen')] : []),
        ].join(', '),
      action: 'Fakt hinzufügen',
    },
    trial: {
      title: 'Ausprobieren',
      todo: 'Schreiben Sie dem Agenten so, wie es eine Person täte. Dabei wird nichts verschickt.',
      done: 'Jemand hat sich mit ihm unterhalten.',
      action: 'Ausprobieren',
    },
    channel: {
      title: 'Kanal verbinden',
      todo: 'Binden Sie den Webchat in Ihre Website ein, oder verbinden Sie Ihr Konto bei einem Anbieter.',
      lab: (names) =>
        `${names.join(', ')} ${names.length === 1 ? 'läuft' : 'laufen'} im Telefonlabor und ${names.length === 1 ? 'erreicht' : 'erreichen'} kein echtes Telefon. Binden Sie den Webchat in Ihre Website ein, oder verbinden Sie Ihr Konto bei einem Anbieter.`,
      done: (names) => `Man kann dem Agenten schreiben über: ${names.join(', ')}.`,
      action: 'Kanal verbinden',
    },
    publish: {
      title: 'Veröffentlichen',
      earlier: 'Erledigen Sie zuerst die Schritte darüber.',
      draft: (name, changes) =>
        changes === 1
          ? `1 Änderung des Entwurfs „${name}“ ist noch nicht live.`
          : `${formatNumber(changes)} Änderungen des Entwurfs „${name}“ sind noch nicht live.`,
      review: 'Prüfen und veröffentlichen',
      lint: (errors) => `Die Prüfung hat ${formatCount(errors, 'Fehler', 'Fehler')} gefunden.`,
      fix: 'Fehler ansehen',
      samples: 'Entfernen Sie zuerst die Beispieldaten, denn man würde sie für echt halten.',
      done: 'Alles, was Sie angelegt haben, ist live.',
    },
    model: {
      answers: (name) => `${name} antwortet.`,
      embedded: 'Das eingebaute Modell antwortet.',
      embeddedText: 'Es gibt einfache Antworten aus Ihren Fakten und Ihrem Wissen, ohne Sprachmodell.',
      connect: 'Modell verbinden',
      change: 'Ändern',
    },
    sample: {
      add: 'Beispieldaten hinzufügen',
      addText: 'Vier Fakten und drei Personen zum Ausprobieren. Sie können sie jederzeit entfernen.',
      added: 'Beispieldaten hinzugefügt',
      remove: 'Beispieldaten entfernen',
      removeTitle: 'Beispieldaten entfernen?',
      removeText: 'Gelöscht werden nur die Fakten und die Personen aus den Beispieldaten.',
      removed: 'Beispieldaten entfernt',
      agent: 'Dies ist ein Beispiel-Agent. Sie können alles an ihm ändern oder ihn löschen.',
      removeAgent: 'Beispiel-Agenten löschen',
      facts: [
        { id: 'hours', question: 'Wann haben Sie geöffnet?', answer: 'Montag bis Freitag von 9 bis 17 Uhr.' },
        { id: 'place', question: 'Wo finde ich Sie?', answer: 'Musterstraße 12 in Musterstadt.' },
        { id: 'price', question: 'Was kostet ein Besuch?', answer: 'Der erste Besuch kostet 40 Euro.' },
        { id: 'cancel', question: 'Kann ich absagen?', answer: 'Ja, bis zum Vortag kostenlos.' },
      ],
      people: [
        { firstName: 'Alex', lastName: 'Muster' },
        { firstName: 'Kim', lastName: 'Muster' },
        { firstName: 'Robin', lastName: 'Muster' },
      ],
    },
  },
  first: {
    title: 'Willkommen bei Parley',
    lead: 'Ein Agent antwortet Personen auf den Kanälen, die sie nutzen, vereinbart Termine und schreibt Personen von sich aus an. Sie haben noch keinen Agenten.',
    steps: {
      make: {
        title: '1. Agenten erstellen',
        text: 'Beginnen Sie mit einer Vorlage für Ihre Branche oder mit einem leeren Agenten. Sie können später alles ändern.',
      },
      teach: {
        title: '2. Wissen hinterlegen',
        text: 'Schreiben Sie auf, was er wissen und wie er sich verhalten soll. Probieren Sie ihn im Emulator aus, bevor andere es tun.',
      },
      connect: {
        title: '3. Kanal verbinden',
        text: 'Der Webchat ist sofort einsatzbereit. Für SMS und andere Kanäle brauchen Sie ein Konto bei einem Anbieter.',
      },
    },
    make: 'Ersten Agenten erstellen',
    guide: 'Schnelleinstieg lesen',
    editorsOnly: 'Mitglieder mit der Rolle „Bearbeitung“ oder „Admin“ können den ersten Agenten erstellen.',
  },
}

const statuses: Record<string, string> = {
  Active: 'aktiv',
  ActionRequired: 'Angaben fehlen',
  Failed: 'fehlgeschlagen',
  Provisioning: 'wird eingerichtet',
  Requested: 'angefragt',
  Disabled: 'ausgeschaltet',
}
