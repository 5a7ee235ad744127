import { strings } from '#i18n/desk.ts'

/** Browser notifications and a sound, chosen by the member and stored in the browser. */

export type AlertSettings = { notifications: boolean; sound: boolean }
const key = 'desk-alerts'
const off: AlertSettings = { notifications: false, sound: false }

export function readAlertSettings(): AlertSettings {
  try {
    return { ...off, ...JSON.parse(localStorage.getItem(key) ?? '{}') }
  } catch {
    return off
  }
}

/** Returns the settings as they are now: without the permission of the browser, notifications stay off. */
export async function saveAlertSettings(wanted: AlertSettings): Promise<AlertSettings> {
  const notifications = wanted.notifications && (await requestPermission())
  const settings = { ...wanted, notifications }
  try {
    localStorage.setItem(key, JSON.stringify(settings))
  } catch {
    // Then they hold until the page is left.
  }
  return settings
}

async function requestPermission(): Promise<boolean> {
  if (!('Notification' in window)) return false
  return (await Notification.requestPermission()) === 'granted'
}

type Alert = { userId: string; onOpen: () => void }

export function alertMember(kind: 'waiting' | 'assigned' | 'message', { userId, onOpen }: Alert): void {
  const { notifications, sound } = readAlertSettings()
  if (sound) playSound()
  if (!notifications || !('Notification' in window) || Notification.permission !== 'granted') return
  // A newer notification of the same conversation replaces this one. The text contains no name: the screen may be shared.
  const notification = new Notification(strings.alerts[kind], { body: strings.alerts.text, tag: `desk ${userId}` })
  notification.onclick = () => {
    window.focus()
    notification.close()
    onOpen()
  }
}

/** Two short tones. */
function playSound(): void {
  const audio = new AudioContext()
  const gain = audio.createGain()
  gain.gain.value = 0.08
  gain.connect(audio.destination)
  for (const [at, frequency] of [
    [0, 660],
    [0.14, 880],
  ] as const) {
    const tone = audio.createOscillator()
    tone.frequency.value = frequency
    tone.connect(gain)
    tone.start(audio.currentTime + at)
    tone.stop(audio.currentTime + at + 0.12)
  }
  setTimeout(() => void audio.close(), 600)
}
