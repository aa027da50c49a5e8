use super::{Fact, status_word};
use crate::action::{Deadline, Holder, Tag};
use crate::model::Priority;

/// Formats a fact in Portuguese.
pub(super) fn sentence(fact: &Fact) -> String {
    match fact {
        Fact::Created { title, id, column, same } => {
            let duplicate = match same.as_slice() {
                [] => String::new(),
                [other] => format!(" Há outro cartão com esse título: {other}."),
                several => format!(" Há mais {} cartões com esse título.", several.len()),
            };
            format!("Criei '{title}' em {column} ({id}).{duplicate}")
        }
        Fact::CreatedMany { count, columns, same } => {
            let duplicate = match same {
                0 => String::new(),
                1 => " Um dos títulos já é de outro cartão.".into(),
                several => format!(" {several} dos títulos já são de outros cartões."),
            };
            format!("Criei {count} cartões em {}.{duplicate}", columns.join(", "))
        }
        Fact::Moved { title, column } => format!("Movi '{title}' para {column}."),
        Fact::MovedMany { count, column } => format!("Movi {count} {} para {column}.", cards(*count)),
        Fact::AlreadyIn { what, column } => format!("{} em {column}.", subject(what, "já está", "já estão")),
        Fact::NotIn { what, column } => {
            format!("{} em {column}: a mudança falhou.", subject(what, "não está", "não estão"))
        }
        Fact::Updated { what } => match what.parse::<usize>() {
            Ok(count) => format!("Atualizei {count} {}.", cards(count)),
            Err(_) => format!("Atualizei '{what}'."),
        },
        Fact::Unchanged { what } => format!("{} assim.", subject(what, "já está", "já estão")),
        Fact::Deleted { title, id } => format!("Apaguei '{title}' ({id})."),
        Fact::Cleared { count, column } => format!("Apaguei {count} {} de {column}.", cards(*count)),
        Fact::Listed { count, filter, column } => {
            let one = *count == 1;
            let status = match one {
                true => status_word(filter.status, " ativa", " concluída"),
                false => status_word(filter.status, " ativas", " concluídas"),
            };
            let place = column.as_ref().map(|column| format!(" em {column}")).unwrap_or_default();
            let query = filter.query.as_ref().map(|query| format!(" com '{query}'")).unwrap_or_default();
            let of = match &filter.assignee {
                None => String::new(),
                Some(Holder::User(name)) => format!(" de {name}"),
                Some(Holder::Nobody) => " sem responsável".into(),
            };
            let label = match &filter.label {
                None => String::new(),
                Some(Tag::Label(label)) => format!(" com a etiqueta '{label}'"),
                Some(Tag::Nothing) => " sem etiqueta".into(),
            };
            let priority = match filter.priority {
                None => "",
                Some(Priority::None) => " sem prioridade",
                Some(Priority::Low) => " de prioridade baixa",
                Some(Priority::Medium) => " de prioridade média",
                Some(Priority::High) => " de prioridade alta",
            };
            let due = match filter.due {
                None => "",
                Some(Deadline::Overdue) => " em atraso",
                Some(Deadline::Today) => " para hoje",
                Some(Deadline::ThisWeek) => " para esta semana",
                Some(Deadline::None) => " sem prazo",
            };
            let which = format!("{place}{query}{of}{label}{priority}{due}");
            match count {
                0 => {
                    let status = status_word(filter.status, " ativa", " concluída");
                    format!("Nenhuma tarefa{status}{which}.")
                }
                1 => format!("Tens 1 tarefa{status}{which}."),
                _ => format!("Tens {count} tarefas{status}{which}."),
            }
        }
        Fact::Commented { id } => format!("Comentário adicionado a {id}."),
        Fact::CommentRemoved { id } => format!("Comentário retirado de {id}."),
        Fact::Assigned { title, assignee: Some(name) } => format!("Atribuí '{title}' a {name}."),
        Fact::Assigned { title, assignee: None } => format!("'{title}' não está atribuído a ninguém."),
        Fact::Due { title, day: Some(day) } => format!("'{title}' é para {day}."),
        Fact::Due { title, day: None } => format!("'{title}' não tem prazo."),
        Fact::Labelled { title, label } => format!("Adicionei a etiqueta '{label}' a '{title}'."),
        Fact::Unlabelled { title, label } => format!("Tirei a etiqueta '{label}' de '{title}'."),
        Fact::Prioritized { title, priority } => match *priority {
            "none" => format!("'{title}' não tem prioridade."),
            "low" => format!("'{title}' tem prioridade baixa."),
            "medium" => format!("'{title}' tem prioridade média."),
            _ => format!("'{title}' tem prioridade alta."),
        },
        Fact::Restored { title, id, column } => format!("Recuperei '{title}' ({id}) em {column}."),
        Fact::ColumnCreated { title } => format!("Criei a coluna {title}."),
        Fact::ColumnRenamed { title } => format!("A coluna chama-se agora {title}."),
        Fact::ColumnMoved { title, right_of: Some(left) } => {
            format!("A coluna {title} está agora à direita de {left}.")
        }
        Fact::ColumnMoved { title, right_of: None } => format!("A coluna {title} é agora a primeira."),
        Fact::ColumnUnmoved { title } => format!("A coluna {title} já está nesse lugar."),
        Fact::ColumnArchived { title, archived: true } => format!("Arquivei a coluna {title}."),
        Fact::ColumnArchived { title, archived: false } => format!("A coluna {title} voltou."),
        Fact::Failed { what } => format!("'{what}' não está como devia: a alteração falhou."),
    }
}

fn cards(count: usize) -> &'static str {
    if count == 1 { "cartão" } else { "cartões" }
}

fn subject(what: &str, one: &str, many: &str) -> String {
    match what.parse::<usize>() {
        Ok(count) => format!("Os {count} cartões {many}"),
        Err(_) => format!("'{what}' {one}"),
    }
}
