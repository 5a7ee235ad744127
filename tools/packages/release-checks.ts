type VersionedManifest = { name: string; version: string; repository?: unknown }

/** The text below the heading of the version, up to the next version. */
export function changelogSection(changelog: string, version: string): string | undefined {
  const sections = changelog.split(/^(?=## )/m)
  return sections
    .find((section) => section.startsWith(`## ${version}`) || section.startsWith(`## [${version}]`))
    ?.trim()
}

/** What a publication lacks. `manifests` begins with the one of the repository. */
export function findReleaseProblems(
  [repository, ...packages]: readonly VersionedManifest[],
  changes: string | undefined,
): string[] {
  const others = packages.filter(({ version }) => version !== repository?.version)
  return [
    ...others.map(({ name, version }) => `${name} has the version ${version} instead of ${repository?.version}.`),
    ...(changes ? [] : [`CHANGELOG.md has no section for ${repository?.version}.`]),
    ...(/^##.*in progress/m.test(changes ?? '') ? ['CHANGELOG.md calls the version in progress; give it a date.'] : []),
    ...(repository?.repository
      ? []
      : ['package.json names no repository, and npm refuses provenance without it. Set "repository".']),
  ]
}
