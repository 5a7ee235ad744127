import type { strings as english } from '../en/appointments.ts'
import type { Translation } from '../translation.ts'
import { formatNumber } from './numbers.ts'

export const strings: Translation<typeof english> = {
  appointments: {
    title: 'Termine',
    lead: (zone) =>
      `Termine, die der Agent oder Ihr Team gebucht hat.${zone ? ` Alle Zeiten sind Ortszeiten: ${zone}.` : ''}`,
    forPerson: (when) => `Für die Person: ${when}`,
    views: 'Terminansichten',
    upcoming: 'Anstehend',
    past: 'Vergangen',
    week: 'Woche',
    table: 'Termine',
    start: 'Zeit',
    length: 'Dauer',
    minutes: (count) => `${formatNumber(count)} Min.`,
    person: 'Person',
    representative: 'Ansprechperson',
    location: 'Standort',
    anywhere: 'Alle Standorte',
    noLocation: 'Kein Standort',
    status: 'Status',
    statuses: { scheduled: 'Geplant', rescheduled: 'Verlegt', cancelled: 'Abgesagt' },
    notes: 'Notizen',
    anyone: 'Alle',
    anyStatus: 'Alle',
    emptyTitle: 'Keine Termine',
    emptyText:
      'Legen Sie unter „Vorlagen und Tools“ Ihre Öffnungszeiten fest, damit man beim Agenten Termine buchen kann. Auf der Seite einer Person können Sie auch selbst für sie buchen.',
    toPeople: 'Für eine Person buchen',
    emptyPerson: 'Noch keine Termine',
    emptyPersonText: 'Buchen Sie eine freie Zeit für die Person, oder lassen Sie den Agenten im Gespräch buchen.',
    book: 'Termin buchen',
    bookTitle: 'Termin buchen',
    moveTitle: 'Termin verlegen',
    move: 'Verlegen',
    moveOf: (when) => `Termin verlegen: ${when}`,
    cancelOf: (when) => `Termin absagen: ${when}`,
    cancelIt: 'Termin absagen',
    cancelTitle: 'Termin absagen?',
    keep: 'Termin behalten',
    reason: 'Grund',
    slots: 'Freie Zeiten',
    noSlots: 'In diesen zwei Wochen gibt es keine freien Zeiten.',
    earlier: 'Früher',
    later: 'Später',
    zone: (zone) => `Alle Zeiten sind Ortszeiten: ${zone}.`,
    unreachable: (who) => `Der Kalender von ${who} war nicht erreichbar. Alle Zeiten darin gelten als frei.`,
    chooseTime: 'Wählen Sie zuerst eine freie Zeit',
    booked: (when) => `Gebucht: ${when}`,
    moved: (when) => `Verlegt auf: ${when}`,
    cancelled: 'Termin abgesagt',
    previousWeek: 'Vorherige Woche',
    nextWeek: 'Nächste Woche',
    thisWeek: 'Diese Woche',
    none: 'Keine',
    lastBooked: (count) =>
      count === 1
        ? 'Es wird nur die letzte Buchung angezeigt.'
        : `Es werden nur die letzten ${formatNumber(count)} Buchungen angezeigt.`,
  },
}
