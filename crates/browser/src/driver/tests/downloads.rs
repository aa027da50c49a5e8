use super::super::download::DownloadState;
use super::*;

#[tokio::test]
async fn saves_download_under_safe_unused_name() {
    let server = Server::start(|path| match path {
        "/" => Some(Answer::page("<a id=a href=/file>get</a> <a id=b target=_blank href=/file>get</a>")),
        "/file" => Some(Answer::Raw(
            200,
            vec![
                ("Content-Type".into(), "application/octet-stream".into()),
                ("Content-Disposition".into(), "attachment; filename=\"report.txt\"".into()),
            ],
            b"data".to_vec(),
        )),
        _ => None,
    })
    .await
    .unwrap();
    let scene = scene().await;
    let folder = scene.folder.path().join("downloads");
    std::fs::create_dir(&folder).unwrap();
    std::fs::write(folder.join("report.txt"), "mine").unwrap();
    let tab = scene.tab(&server.url("/")).await;
    click(&tab, "#a").await;
    let done = |state: &super::super::TabState| {
        state.downloads.iter().any(|download| download.state == DownloadState::Complete)
    };
    assert!(tab.wait(LIMIT, done).await, "{:?}", tab.state().downloads);
    let download = tab.state().downloads[0].clone();
    assert_eq!(download.suggested, "report.txt");
    assert_eq!(download.path.as_deref(), Some(folder.join("report (1).txt").as_path()));
    assert_eq!(std::fs::read_to_string(folder.join("report (1).txt")).unwrap(), "data");
    assert_eq!(std::fs::read_to_string(folder.join("report.txt")).unwrap(), "mine");
    assert!(tab.state().url.ends_with('/'), "the page stays");
    tab.navigate(&server.url("/file"), None, LIMIT).await.unwrap();
    assert!(tab.wait(LIMIT, |state| state.downloads.len() == 2).await, "going to a file downloads it too");
    click(&tab, "#b").await;
    assert!(
        tab.wait(LIMIT, |state| state.downloads.len() == 3).await,
        "a window for it alone is not told apart"
    );
    scene.end().await;
}
