import { isLightColor, VisuallyHidden } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/app.ts'
import { useOrg } from '../current-org.ts'
import { useAgentList } from './Nav.tsx'
import classes from './shell.module.css'

/**
 * The corner of the console: the org's name behind a tile with the logo of the open agent, or else its initial on the
 * agent's brand color. An org itself has only a name.
 */
export function Brand() {
  const org = useOrg()
  const { agent } = useParams({ strict: false })
  const agents = useAgentList()
  const { identity } = agents.find(({ id }) => id === agent) ?? agents[0] ?? {}
  return (
    <Link to="/orgs/$org" params={{ org: org.id }} className={classes.brand}>
      <Mark key={identity?.smallLogoUrl} name={org.name} logo={identity?.smallLogoUrl} color={identity?.brandColor} />
      <span className={classes.name}>{org.name}</span>
      <VisuallyHidden>{strings.nav.home}</VisuallyHidden>
    </Link>
  )
}

type MarkProps = { name: string; logo: string | undefined; color: string | undefined }

function Mark({ name, logo, color = 'var(--mantine-primary-color-filled)' }: MarkProps) {
  const [isBroken, setBroken] = useState(false)
  if (logo && !isBroken) {
    return (
      <span className={classes.mark}>
        <img src={logo} alt="" referrerPolicy="no-referrer" onError={() => setBroken(true)} />
      </span>
    )
  }
  const isLight = color.startsWith('#') && isLightColor(color, 0.35)
  const ink = isLight ? 'var(--mantine-color-black)' : 'var(--mantine-color-white)'
  return (
    <span
      className={classes.mark}
      style={{ background: color, color: ink }}
      data-initial={[...name.trim()][0]?.toUpperCase()}
    />
  )
}
