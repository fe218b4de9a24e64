/// Where a console has its commands from.
struct CommandSource: Sendable {
  /// Those that every console has.
  let own: CommandSet
  /// Adds those of the apps in view: actions of their catalogs beyond ours, and views.
  let withApps: @Sendable (_ collections: [CatalogCollection], _ views: [AppView]) -> CommandSet
}
