/** A window of hours that may cross midnight; equal hours mean the whole day. */
type ClockHours = { startHour: number; endHour: number }

const size = 132
const middle = size / 2
const radius = 44
const circumference = 2 * Math.PI * radius
const marks = [0, 3, 6, 9, 12, 15, 18, 21]

/** A 24-hour ring with midnight at the top and the open hours filled. `label` describes it for screen readers. */
export function HoursClock({ hours, label }: { hours: ClockHours | undefined; label: string }) {
  const { startHour, open } = openHours(hours)
  const filled = (open / 24) * circumference
  return (
    <svg
      width={size}
      height={size}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      style={{ flexShrink: 0 }}
    >
      <circle
        cx={middle}
        cy={middle}
        r={radius}
        fill="none"
        stroke="var(--mantine-color-default-border)"
        strokeWidth="14"
      />
      <circle
        cx={middle}
        cy={middle}
        r={radius}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth="14"
        strokeDasharray={`${filled} ${circumference - filled}`}
        transform={`rotate(${startHour * 15 - 90} ${middle} ${middle})`}
      />
      {marks.map((hour) => (
        <text
          key={hour}
          x={middle + 60 * Math.sin((hour * Math.PI) / 12)}
          y={middle - 60 * Math.cos((hour * Math.PI) / 12)}
          textAnchor="middle"
          dominantBaseline="central"
          fontSize="10"
          fill="var(--quiet)"
        >
          {hour}
        </text>
      ))}
      <text
        x={middle}
        y={middle}
        textAnchor="middle"
        dominantBaseline="central"
        fontSize="15"
        fontWeight="600"
        fill="currentColor"
      >
        {open}/24
      </text>
    </svg>
  )
}

function openHours(hours: ClockHours | undefined): { startHour: number; open: number } {
  if (!hours || hours.startHour === hours.endHour) return { startHour: 0, open: 24 }
  return { startHour: hours.startHour, open: (hours.endHour - hours.startHour + 24) % 24 }
}
