import { Group, Text, VisuallyHidden } from '@mantine/core'
import { Link, type LinkProps } from '@tanstack/react-router'
import { useState } from 'react'
import { language } from '#i18n/language.ts'
import classes from './BarChart.module.css'

type Series = { name: string; color: string }
type Bar = {
  id: string
  /** X-axis label: a date or a category. */
  label: string
  /** One value per series, stacked in order. */
  values: readonly number[]
  /** Shown on hover, with all values. */
  tooltip: string
  /** Link to the list behind the numbers, if there is one. */
  link?: LinkProps
}
type Props = {
  /** Accessible summary of the chart, with its main numbers. */
  label: string
  series: readonly Series[]
  bars: readonly Bar[]
  height?: number
  /** The top of the scale is at least this. Default: 1, for counts. */
  smallestTop?: number
}

const count = new Intl.NumberFormat(language, { notation: 'compact' })

/** A bar chart. The page must also show a table with the same numbers, and the same links for keyboard users. */
export function BarChart({ label, series, bars, height = 120, smallestTop = 1 }: Props) {
  const [pointed, setPointed] = useState<Bar>()
  const most = Math.max(smallestTop, ...bars.map(({ values }) => sum(values))) || 1
  return (
    <div onPointerLeave={() => setPointed(undefined)}>
      <Group gap="sm" mih={22} aria-hidden>
        {pointed ? <Text size="xs">{pointed.tooltip}</Text> : <Legend series={series} />}
      </Group>
      <VisuallyHidden role="img" aria-label={label} />
      <div className={classes.chart} aria-hidden>
        <div className={classes.scale} style={{ height }}>
          <span>{count.format(most)}</span>
          <span>{0}</span>
        </div>
        <div className={classes.bars} style={{ height }}>
          {bars.map((bar) => (
            <BarLink key={bar.id} bar={bar} most={most} series={series} point={() => setPointed(bar)} />
          ))}
        </div>
        <div className={classes.ends}>
          <span>{bars[0]?.label}</span>
          <span>{bars.length > 1 && bars.at(-1)?.label}</span>
        </div>
      </div>
    </div>
  )
}

type BarLinkProps = { bar: Bar; most: number; series: readonly Series[]; point: () => void }

function BarLink({ bar, most, series, point }: BarLinkProps) {
  const pieces = series
    .map(({ name, color }, at) => (
      <div
        key={name}
        className={classes.piece}
        style={{ height: `${((bar.values[at] ?? 0) / most) * 100}%`, background: color }}
      />
    ))
    .toReversed()
  const shared = { className: classes.bar, onPointerEnter: point }
  if (!bar.link) return <div {...shared}>{pieces}</div>
  return (
    <Link {...bar.link} {...shared} tabIndex={-1} preload={false}>
      {pieces}
    </Link>
  )
}

function Legend({ series }: { series: readonly Series[] }) {
  if (series.length < 2) return null
  return series.map(({ name, color }) => (
    <Text key={name} size="xs">
      <span className={classes.swatch} style={{ background: color }} />
      {name}
    </Text>
  ))
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)

/** A small line chart without axes; the text next to it says what it shows. */
export function Sparkline({
  values,
  label,
  width = 120,
  height = 28,
}: {
  values: readonly number[]
  label: string
  width?: number
  height?: number
}) {
  const most = Math.max(1, ...values)
  const step = values.length > 1 ? width / (values.length - 1) : width
  const points = values.map(
    (value, at) => `${(at * step).toFixed(1)},${(height - 2 - (value / most) * (height - 4)).toFixed(1)}`,
  )
  return (
    <svg viewBox={`0 0 ${width} ${height}`} width={width} height={height} role="img" aria-label={label}>
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="var(--mantine-primary-color-filled)"
        strokeWidth="1.5"
        strokeLinejoin="round"
      />
    </svg>
  )
}
