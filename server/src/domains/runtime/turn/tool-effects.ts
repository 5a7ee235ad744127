type Result = Record<string, unknown>

const descriptions: Record<string, (result: Result) => string> = {
  'scheduling.book': ({ label }) => `Booked an appointment for ${label}`,
  'scheduling.reschedule': ({ label }) => `Moved an appointment to ${label}`,
  'scheduling.cancel': ({ label }) => `Canceled the appointment on ${label}`,
  'people.save': ({ saved }) => `Saved ${Array.isArray(saved) ? saved.join(', ') : 'what they said'}`,
  'notify.team': () => 'Notified the team',
}

/** Describes a tool's effect for the conversation and the journal, never in the words of an external service. */
export function describeToolEffect(tool: string, result: Result): string {
  const say = Object.hasOwn(descriptions, tool) ? descriptions[tool] : undefined
  return say ? say(result) : `Called ${tool}`
}
