/// A write of whole tables into the configuration, which is then loaded anew.
package struct EditConfiguration: Request {
  package enum Change: Sendable, Hashable {
    /// Adds tabs behind those that it has.
    ///
    /// The last one is what a person has added, the others were automatic until then.
    case addTabs([ListTab])
    case addRule(OfferedRule)
    /// Takes out a rule that was added.
    case removeRule(OfferedRule)
  }

  package let change: Change

  package init(_ change: Change) { self.change = change }

  /// The tables in TOML syntax.
  package var tables: [String] {
    switch change {
    case .addTabs(let tabs): tabs.map(\.table)
    case .addRule(let rule), .removeRule(let rule): [rule.table]
    }
  }

  /// Whether the tables are taken out.
  package var isRemoval: Bool {
    if case .removeRule = change { true } else { false }
  }

  package var effect: Effect { .pane(.edit(self)) }

  package func receive(_: Void, in state: inout UIState) {
    switch change {
    case .addTabs(let tabs):
      state.listCounts.tabs.chosen = tabs.last
      if let tab = tabs.last {
        state.showStatus(.tabAdded(tab.label, fixesOthers: tabs.count > 1))
      }
    case .addRule(let rule):
      state.interaction.history.added(rule)
      let key = state.partContext.screenKey(of: .acting(.undo))
      state.showStatus(.ruleAdded(rule.name, key: key))
    case .removeRule(let rule): state.showStatus(.ruleRemoved(rule.name))
    }
  }
}
